// SPDX-License-Identifier: MIT
//
// Expectations: what a motion is to look like on every body, measured on the clip that was
// recorded. A body is taken as its box. For each expectation the frame is found that comes nearest
// to it, and of several bodies the one that stays farthest from it.
#include "base/try.h"
#include "motion/asset.h"
#include "motion/bind.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

// Where nobody says: shares of size (FACE: degrees, STRETCH: of the limb). Seen on film strips of
// the menagerie: what is farther off reads as a miss.
static const float default_within[CAPER_EXPECT_KIND_COUNT] = {
    [CAPER_EXPECT_REACH] = 0.05f,  [CAPER_EXPECT_TOUCH] = 0.03f, [CAPER_EXPECT_MEET] = 0.05f,
    [CAPER_EXPECT_GROUND] = 0.03f, [CAPER_EXPECT_FACE] = 35,     [CAPER_EXPECT_STRETCH] = 0.85f,
    [CAPER_EXPECT_PLANT] = 0.02f,  [CAPER_EXPECT_MOVE] = 0.08f,
};

// From when on a miss is seen, in the same units: of 120 pairs that a person judged by film strips,
// whoever missed by less was taken for one who does it.
static const float seen_within[CAPER_EXPECT_KIND_COUNT] = {
    [CAPER_EXPECT_REACH] = 0.12f,  [CAPER_EXPECT_TOUCH] = 0.12f, [CAPER_EXPECT_MEET] = 0.15f,
    [CAPER_EXPECT_GROUND] = 0.15f, [CAPER_EXPECT_FACE] = 35,     [CAPER_EXPECT_STRETCH] = 0.6f,
    [CAPER_EXPECT_PLANT] = 0.05f,  [CAPER_EXPECT_MOVE] = 0.03f,
};

/// Lengths of a leg in the height of a person: 1.8 m over 0.92 m.
#define LEGS_HIGH 1.95f
/// A head does not turn farther from the body's own front than this: what lies beyond is behind.
#define BEHIND_DEGREES 80.0f

const char *caper_expect_kind_name(caper_expect_kind kind)
{
    return (unsigned)kind < CAPER_EXPECT_KIND_COUNT ? caperi_expect_names[kind] : NULL;
}

// Everything about the frame that is looked at.
typedef struct moment {
    const caper_expect_job *job;
    const caper_character *character;
    const caper_branch *branch;
    const caper_variant *variant;
    caper_pose pose; // in the world
    float time;
    caper_root root, start;
} moment;

static const caper_channel *channel_of(const moment *m, const char *name, int *index)
{
    for (int i = 0; i < m->branch->channel_count; i++) {
        if (strcmp(m->branch->channels[i].name, name) == 0) {
            *index = i;
            return &m->branch->channels[i];
        }
    }
    return NULL;
}

static caper_vec3 place_of(const moment *m, int body, caper_vec3 point)
{
    return caper_transform_mul_point(m->pose.bodies[body], point);
}

static bool target_of(const moment *m, const char *name, caper_vec3 *at)
{
    const caper_target *target = caper_world_find_target(m->job->frame, name);
    caper_vec3 model =
        caperi_motion_target(m->job->binding->motion, m->character, name, m->variant->mirrored);
    *at = target ? target->transform.position
                 : caper_transform_mul_point(caper_root_transform(m->start), model);
    return true;
}

// -----------------------------------------------------------------------------------------
// measures

static float full_length(const caper_character *c, int body, caper_vec3 point, int *base)
{
    caper_vec3 joint;
    *base = c->bodies[body].base >= 0 ? c->bodies[body].base : c->root_body;
    return caperi_limb_reach(c, body, point, &joint);
}

static bool measure_reach(const moment *m, const caper_expect *e, const caper_channel *channel,
                          int body, float *value)
{
    caper_vec3 target, point = caper_mode_point(&channel->mode, m->character, body);
    int base;
    float length = full_length(m->character, body, point, &base);
    target_of(m, e->target, &target);
    *value = caper_vec3_distance(place_of(m, body, point), target) / m->character->size;
    return caper_vec3_distance(m->pose.bodies[base].position, target) <= length;
}

// Signed distance of a point from the skin of a box: below 0 inside.
static float skin_distance(const moment *m, int body, caper_vec3 at)
{
    const caper_body *b = &m->character->bodies[body];
    caper_vec3 p = caper_transform_unmul_point(m->pose.bodies[body], at);
    caper_vec3 d = caper_vec3_sub(caper_vec3_abs(caper_vec3_sub(p, b->box_center)), b->box_half);
    caper_vec3 out = caper_vec3_max(d, caper_vec3_zero());
    float inside = caper_min(caper_max(d.x, caper_max(d.y, d.z)), 0);
    return caper_vec3_length(out) + inside;
}

// How far two boxes are apart: corners, middles and middles of sides of each against the other.
static float box_gap(const moment *m, int a, int b)
{
    float least = INFINITY;
    for (int side = 0; side < 2; side++) {
        int of = side ? b : a, to = side ? a : b;
        const caper_body *body = &m->character->bodies[of];
        for (int k = 0; k < 27; k++) {
            caper_vec3 part =
                caper_vec3_make((float)(k % 3 - 1), (float)(k / 3 % 3 - 1), (float)(k / 9 - 1));
            caper_vec3 p = caper_vec3_add(body->box_center, caper_vec3_mul(body->box_half, part));
            least = caper_min(least, skin_distance(m, to, place_of(m, of, p)));
        }
    }
    return least;
}

static bool measure_touch(const moment *m, const caper_expect *e, int body, float *value)
{
    int16_t bodies[CAPER_MAX_BODIES];
    int count = caper_query_select(&e->bodies, m->character, bodies), base;
    float length = full_length(m->character, body, m->character->bodies[body].box_center, &base);
    float least = INFINITY, way = INFINITY;
    for (int i = 0; i < count; i++) {
        if (bodies[i] != body) {
            least = caper_min(least, box_gap(m, body, bodies[i]));
            way = caper_min(way, skin_distance(m, bodies[i], m->pose.bodies[base].position));
        }
    }
    *value = fabsf(least) / m->character->size;
    return isfinite(least) && way <= length;
}

static bool measure_meet(const moment *m, const caper_expect *e, int body, float *value)
{
    int other = -1;
    if (!channel_of(m, e->with, &other)) {
        return false;
    }
    float least = INFINITY;
    for (int i = 0; i < m->variant->strand_count; i++) {
        const caper_strand *s = &m->variant->strands[i];
        if (s->channel == other && s->body != body) {
            least = caper_min(least, box_gap(m, body, s->body));
        }
    }
    *value = caper_max(least, 0) / m->character->size;
    return isfinite(least);
}

// Of feet that rest above the ground by their boxes, as those of rigs do: by so much. What hangs in
// the air rests where it is to come down from.
static float rest_height(const caper_character *c, int body)
{
    caper_bounds box = {caper_vec3_sub(c->bodies[body].box_center, c->bodies[body].box_half),
                        caper_vec3_add(c->bodies[body].box_center, c->bodies[body].box_half)};
    bool stands = false;
    for (int i = 0; i < c->leg_count; i++) {
        stands = stands || c->legs[i].foot == body;
    }
    return stands ? caper_max(caper_bounds_transform(c->rest_model[body], box).min.y, 0) : 0;
}

static bool measure_ground(const moment *m, int body, float *value)
{
    const caper_body *b = &m->character->bodies[body];
    float least = INFINITY, rest = rest_height(m->character, body);
    for (int k = 0; k < 8; k++) {
        caper_vec3 sign = caper_vec3_make(k & 1 ? 1 : -1, k & 2 ? 1 : -1, k & 4 ? 1 : -1);
        caper_vec3 p =
            place_of(m, body, caper_vec3_add(b->box_center, caper_vec3_mul(b->box_half, sign)));
        float ground = 0;
        if (m->job->world) {
            caper_hit hit = caper_world_height(m->job->world, m->job->frame, p.x, p.z, INFINITY);
            ground = hit.surface != CAPER_SURFACE_NONE ? hit.point.y : -INFINITY;
        }
        least = caper_min(least, p.y - ground);
    }
    *value = caper_max(least - rest, 0) / m->character->size;
    return isfinite(least) && caperi_reaches_ground(m->character, body);
}

static float angle_between(caper_vec3 a, caper_vec3 b)
{
    float cosine = caper_vec3_dot(caper_vec3_normalize(a), caper_vec3_normalize(b));
    return caper_acos(caper_clamp(cosine, -1, 1)) / CAPER_DEGREE;
}

static bool measure_face(const moment *m, const caper_expect *e, int body, float *value)
{
    const caper_transform *rest = &m->character->rest_model[body];
    caper_vec3 target, ahead = caper_vec3_make(0, 0, 1);
    target_of(m, e->target, &target);
    caper_vec3 front = caper_quat_rotate(m->pose.bodies[body].rotation,
                                         caper_quat_rotate(caper_quat_conj(rest->rotation), ahead));
    caper_vec3 way =
        caper_vec3_sub(target, place_of(m, body, m->character->bodies[body].box_center));
    caper_vec3 body_front = caper_quat_rotate(caper_root_transform(m->root).rotation, ahead);
    *value = angle_between(front, way);
    return angle_between(body_front, way) <= BEHIND_DEGREES;
}

static bool measure_stretch(const moment *m, const caper_channel *channel, int body, float *value)
{
    caper_vec3 point = caper_mode_point(&channel->mode, m->character, body);
    int base;
    float length = full_length(m->character, body, point, &base);
    float now = caper_vec3_distance(m->pose.bodies[base].position, place_of(m, body, point));
    *value = length > 0 ? now / length : 1;
    return m->character->bodies[body].base >= 0 && body != base && length > 0;
}

// What a movement is compared with: a long, low body bows by little of its length, and hips go down
// by a share of the legs under them, however high the head is.
static float seen_size(const caper_character *c, int body)
{
    float seen = caper_clamp(c->height, 0.05f * c->size, c->size), sum = 0;
    int count = 0;
    for (int i = 0; i < c->leg_count; i++) {
        if (c->bodies[c->legs[i].hip].spine == body) {
            sum += c->legs[i].length;
            count++;
        }
    }
    return count > 0 ? caper_min(seen, LEGS_HIGH * sum / (float)count) : seen;
}

static bool bears_legs(const caper_character *c, int body)
{
    bool any = false;
    for (int i = 0; i < c->leg_count; i++) {
        any = any || c->bodies[c->legs[i].hip].spine == body;
    }
    return any;
}

// Is a larger value the better one?
static bool is_at_least(caper_expect_kind kind)
{
    return kind == CAPER_EXPECT_STRETCH || kind == CAPER_EXPECT_MOVE;
}

// Over the ground.
static float slide_of(caper_vec3 here, caper_vec3 first)
{
    here.y = first.y;
    return caper_vec3_distance(here, first);
}

// How far a body has moved: the corner of its box that went farthest. A head that only nods moves.
static float way_of(const moment *m, int body, caper_transform first)
{
    const caper_body *b = &m->character->bodies[body];
    float most = 0;
    for (int k = 0; k < 8; k++) {
        caper_vec3 sign = caper_vec3_make(k & 1 ? 1 : -1, k & 2 ? 1 : -1, k & 4 ? 1 : -1);
        caper_vec3 p = caper_vec3_add(b->box_center, caper_vec3_mul(b->box_half, sign));
        caper_vec3 from = caper_transform_mul_point(first, p);
        most = caper_max(most, caper_vec3_distance(place_of(m, body, p), from));
    }
    return most;
}

// At this frame; false where nothing can be said.
static bool measure(const moment *m, const caper_expect *e, const caper_channel *channel, int body,
                    caper_transform first, float *value)
{
    caper_vec3 point = caper_mode_point(&channel->mode, m->character, body);
    caper_vec3 here = place_of(m, body, point);
    switch (e->kind) {
    case CAPER_EXPECT_REACH:
        return measure_reach(m, e, channel, body, value);
    case CAPER_EXPECT_TOUCH:
        return measure_touch(m, e, body, value);
    case CAPER_EXPECT_MEET:
        return measure_meet(m, e, body, value);
    case CAPER_EXPECT_GROUND:
        return measure_ground(m, body, value);
    case CAPER_EXPECT_FACE:
        return measure_face(m, e, body, value);
    case CAPER_EXPECT_STRETCH:
        return measure_stretch(m, channel, body, value);
    case CAPER_EXPECT_PLANT:
        *value = slide_of(here, caper_transform_mul_point(first, point)) / m->character->size;
        return true;
    default:
        *value = way_of(m, body, first) / seen_size(m->character, body);
        // legs that do not fold hold their trunk: it is not asked to move
        return !bears_legs(m->character, body) || !caperi_motion_is_held(m->job->binding);
    }
}

// ---------------------------------------------------------------------------------------------
// time

static void see(moment *m, float time)
{
    const caper_clip *clip = m->job->clip;
    m->time = time;
    m->root = caper_clip_sample_root(clip, time);
    caper_transform root = caper_root_transform(m->root);
    caper_clip_sample(clip, time, NULL, &m->pose);
    caper_pose_to_model(&m->character->skeleton, &m->pose, &root, &m->pose);
}

// One body over the window: its nearest frame, or for PLANT its farthest.
static bool look_at(moment *m, const caper_expect *e, const caper_channel *channel, int body,
                    caper_expect_result *out)
{
    const caper_clip *clip = m->job->clip;
    float speed = m->job->speed > 0 ? m->job->speed : 1;
    float to = (e->to > 0 ? e->to : m->job->binding->motion->duration) / speed;
    int first = (int)ceilf(e->from / speed * clip->rate - 1e-3f);
    int last = (int)floorf(caper_min(to, clip->duration) * clip->rate + 1e-3f);
    bool any = false, most = is_at_least(e->kind) || e->kind == CAPER_EXPECT_PLANT;
    caper_transform start = caper_transform_identity();
    for (int f = first; f <= last; f++) {
        see(m, (float)f / clip->rate);
        if (f == first) {
            start = m->pose.bodies[body];
        }
        float value;
        if (measure(m, e, channel, body, start, &value) &&
            (!any || (most ? value > out->value : value < out->value))) {
            out->value = value;
            out->time = m->time;
            any = true;
        }
    }
    out->body = body;
    return any;
}

static void judge(moment *m, const caper_expect *e, caper_expect_result *result)
{
    *result = (caper_expect_result){.met = true, .body = -1};
    result->within = e->within > 0 ? e->within : default_within[e->kind];
    int index = -1;
    const caper_channel *channel = channel_of(m, e->channel, &index);
    if (!channel || (e->branch && strcmp(e->branch, m->branch->name) != 0)) {
        return;
    }
    bool least = is_at_least(e->kind);
    for (int i = 0; i < m->variant->strand_count; i++) {
        const caper_strand *s = &m->variant->strands[i];
        caper_expect_result one = *result;
        if (s->channel != index || s->goal < 0 || !look_at(m, e, channel, s->body, &one)) {
            continue;
        }
        if (!result->applies || (least ? one.value < result->value : one.value > result->value)) {
            *result = one;
            result->applies = true;
        }
    }
    if (result->applies) {
        float seen = seen_within[e->kind];
        result->met = least ? result->value >= result->within : result->value <= result->within;
        result->visible = !result->met && (least ? result->value < seen : result->value > seen);
    }
}

bool caper_motion_expect(const caper_expect_job *job, caper_expect_result *results,
                         caper_error *error)
{
    bool good = job && job->binding && job->clip && results && job->variant >= 0 &&
                job->variant < job->binding->variant_count &&
                job->clip->skeleton.body_count == job->binding->character->body_count;
    CAPER_ASSERT(good);
    if (!good) {
        return caper_error_set(error, CAPER_ERROR_INVALID, NULL, 0, 0,
                               "no binding, no such variant, or a clip of another character");
    }
    moment m;
    memset(&m, 0, sizeof m);
    m.job = job;
    m.character = job->binding->character;
    m.branch = &job->binding->motion->branches[job->binding->branch];
    m.variant = &job->binding->variants[job->variant];
    m.start = caper_clip_sample_root(job->clip, 0);
    m.pose = caper_character_pose(m.character, NULL);
    if (!m.pose.bodies) {
        return caper_error_set(error, CAPER_ERROR_MEMORY, NULL, 0, 0, "no memory for a pose");
    }
    for (int i = 0; i < job->binding->motion->expect_count; i++) {
        judge(&m, &job->binding->motion->expects[i], &results[i]);
    }
    caper_pose_destroy(&m.pose, NULL);
    return true;
}

const char *caper_expect_text(const caper_expect_job *job, int expect,
                              const caper_expect_result *result, char *out, size_t size)
{
    const caper_expect *e = &job->binding->motion->expects[expect];
    const caper_character *c = job->binding->character;
    const char *body = result->body >= 0 ? c->bodies[result->body].name : e->channel;
    double value = (double)result->value, within = (double)result->within;
    switch (e->kind) {
    case CAPER_EXPECT_REACH:
        snprintf(out, size, "%s stays %.3g m from the %s, expected %.3g", body,
                 value * (double)c->size, e->target, within * (double)c->size);
        break;
    case CAPER_EXPECT_TOUCH:
        snprintf(out, size, "%s is %.3g m off the skin that it touches, expected %.3g", body,
                 value * (double)c->size, within * (double)c->size);
        break;
    case CAPER_EXPECT_MEET:
        snprintf(out, size, "%s stays %.3g m from what it meets, expected %.3g", body,
                 value * (double)c->size, within * (double)c->size);
        break;
    case CAPER_EXPECT_GROUND:
        snprintf(out, size, "%s stays %.3g m above the ground, expected %.3g", body,
                 value * (double)c->size, within * (double)c->size);
        break;
    case CAPER_EXPECT_FACE:
        snprintf(out, size, "%s looks %.3g degrees past the %s, expected %.3g", body, value,
                 e->target, within);
        break;
    case CAPER_EXPECT_STRETCH:
        snprintf(out, size, "the limb of %s is stretched to %.3g of its length, expected %.3g",
                 body, value, within);
        break;
    case CAPER_EXPECT_PLANT:
        snprintf(out, size, "%s slides by %.3g m, expected %.3g", body, value * (double)c->size,
                 within * (double)c->size);
        break;
    default:
        snprintf(out, size, "%s moves by %.3g m, too little to be seen, expected %.3g", body,
                 value * (double)seen_size(c, result->body),
                 within * (double)seen_size(c, result->body));
        break;
    }
    return out;
}
