// SPDX-License-Identifier: MIT
// The measures of joints: beyond their limits, turned over within a frame, stretched.
//
// Most joints are within their limits in most frames, so that is asked first and without angles:
// with delta = rest^-1 * local and t its part along the joint's axis, the swing is within its cone
// when w^2 + t^2 >= cos^2(cone / 2), and the twist within [min, max] when the half-angle vector
// (w, t) lies between theirs. Only offenders are measured.
#include "quality/measures.h"

#include <math.h>

#define GRACE 2.0f        // degrees beyond a limit that do not count
#define OFF_PLANE 10.0f   // degrees that an elbow or a knee may leave its plane
#define LEAST_BEND -10.0f // degrees: of an elbow or knee without limits of its own
#define MOST_BEND 160.0f
#define FLIP 60.0f // degrees a frame
#define FLIP_HIPS 25.0f
#define FLIP_MOST 150.0f // of clips with few frames a second
#define LEAST_BONE 0.02f // of size: shorter bones say nothing about stretch

#define TURNS_OVER 90.0 // degrees in a frame: less is not seen to flip
#define RADIANS (CAPER_PI / 180.0f)
// Ways to one place over a ball arrive turned against each other by the area between them: who
// raises an arm in front and who raises it sideways differ by 90 degrees where it is level, and by
// 180 where it points up. Half of that to either side is no twist of the arm.
#define WAYS 90.0f // degrees between two ways: in front and sideways

// Where a joint is surely within its limits.
typedef struct screen {
    caper_quat inverse_rest;
    caper_vec3 axis;
    float swing;                              // least w^2 + t^2
    float min_cos, min_sin, max_cos, max_sin; // of half the twist limits
    float cone;  // radians of swing that are free: of a hinge, its play
    bool twists; // has twist limits
    bool open;   // allows everything
    int body;
} screen;

static screen make_screen(const caper_character *c, int body)
{
    const caper_joint *joint = &c->bodies[body].joint;
    screen s = {caper_quat_conj(c->skeleton.rest_local[body].rotation),
                joint->axis,
                0,
                0,
                0,
                0,
                0,
                joint->kind == CAPER_JOINT_BALL    ? joint->swing
                : joint->kind == CAPER_JOINT_HINGE ? OFF_PLANE * RADIANS
                                                   : 0.0f,
                joint->kind != CAPER_JOINT_FIXED,
                false,
                body};
    float cone = 0.5f * fminf(s.cone, CAPER_PI);
    s.swing = caper_cos(cone) * caper_cos(cone) - 1e-6f;
    if (joint->kind == CAPER_JOINT_FIXED) {
        s.axis = caper_vec3_make(0, 1, 0);
    }
    s.min_cos = caper_cos(0.5f * joint->min);
    s.min_sin = caper_sin(0.5f * joint->min);
    s.max_cos = caper_cos(0.5f * joint->max);
    s.max_sin = caper_sin(0.5f * joint->max);
    return s;
}

static inline bool is_within(const screen *s, caper_quat local)
{
    caper_quat d = caper_quat_mul(s->inverse_rest, local);
    float t = d.x * s->axis.x + d.y * s->axis.y + d.z * s->axis.z, w = d.w;
    if (w < 0) {
        w = -w;
        t = -t;
    }
    bool swings = w * w + t * t >= s->swing;
    bool above = t * s->min_cos - w * s->min_sin >= -1e-6f;
    bool below = w * s->max_sin - t * s->max_cos >= -1e-6f;
    return swings && (!s->twists || (above && below));
}

// Degrees beyond the limits of a joint that has some.
static float joint_excess(const caper_character *c, const screen *s, caper_quat local)
{
    const caper_joint *joint = &c->bodies[s->body].joint;
    caper_quat rest = c->skeleton.rest_local[s->body].rotation;
    caper_joint wide = *joint;
    if (joint->kind == CAPER_JOINT_HINGE) { // flesh gives: a cone of a few degrees about the plane
        wide.kind = CAPER_JOINT_BALL;
        wide.swing = OFF_PLANE * RADIANS;
    }
    caper_joint_angles angles = caper_joint_measure(&wide, rest, local);
    if (joint->kind == CAPER_JOINT_BALL && angles.excess > 0) {
        float more = 0.5f * WAYS * RADIANS * (1.0f - caper_cos(angles.swing));
        wide.min = fmaxf(wide.min - more, -CAPER_PI);
        wide.max = fminf(wide.max + more, CAPER_PI);
        angles = caper_joint_measure(&wide, rest, local);
    }
    return angles.excess / RADIANS;
}

// Degrees that the elbow or knee of a person bends where none does: the direction of the lower
// segment seen from the upper one. What turns about the lower segment itself is free.
static void measure_hinge(const caper_transform *t, const caperi_elbow *h, float *off, float *bend)
{
    caper_vec3 low = caper_vec3_normalize(caper_vec3_sub(t[h->tip].position, t[h->body].position));
    low = caper_quat_unrotate(t[h->upper].rotation, low);
    *off = caper_asin(caper_clamp(caper_vec3_dot(low, h->axis), -1.0f, 1.0f)) / RADIANS;
    float along = caper_vec3_dot(low, h->up);
    float across = caper_vec3_dot(low, caper_vec3_cross(h->axis, h->up));
    *bend = caper_atan2(across, along) / RADIANS;
}

// An elbow that its modeller bent at rest may stay so, to that side and no other: the plane is a
// guess, the rest pose is not.
static void allow_rest(caperi_subject *s)
{
    for (int i = 0; i < s->hinge_count; i++) {
        caperi_elbow *h = &s->hinges[i];
        measure_hinge(s->character->rest_model, h, &h->off, &h->bend);
    }
}

static float hinge_excess(const caper_transform *t, const caperi_elbow *h)
{
    float off, bend;
    measure_hinge(t, h, &off, &bend);
    float aside = fmaxf(off - fmaxf(OFF_PLANE, h->off), fminf(-OFF_PLANE, h->off) - off);
    float beyond = fmaxf(fminf(LEAST_BEND, h->bend) - bend, bend - fmaxf(MOST_BEND, h->bend));
    return fmaxf(fmaxf(aside, beyond), 0.0f);
}

// --- the hinges of captures --------------------------------------------------------------------

// Captures have elbows that bend in a plane, but about an axis that their skeleton does not tell
// (in the CMU files it is turned by 30 degrees about the upper arm). It is found as the turn about
// the upper segment, the same for both sides, that leaves most frames in their planes.
#define FIT_RANGE 45 // degrees to either side of where anatomy has it
#define FIT_STEP 3
#define FIT_FRAMES 100 // that are asked, of all

static caper_vec3 turned_axis(const caperi_elbow *h, float degrees)
{
    // about the upper segment, and on the other side the other way
    float turn = h->mirrored ? -degrees : degrees;
    return caper_quat_rotate(caper_quat_from_axis_angle(h->up, turn * RADIANS), h->axis);
}

static float misfit(const caperi_subject *s, const caperi_elbow *h, float degrees)
{
    const caperi_footage *f = &s->footage;
    caper_vec3 axis = turned_axis(h, degrees);
    int step = f->frame_count / FIT_FRAMES + 1;
    float sum = 0;
    for (int i = 0; i < f->frame_count; i += step) {
        const caper_transform *t = caperi_footage_at(f, i, 0);
        caper_vec3 low =
            caper_vec3_normalize(caper_vec3_sub(t[h->tip].position, t[h->body].position));
        low = caper_quat_unrotate(t[h->upper].rotation, low);
        sum += fabsf(caper_vec3_dot(low, axis));
        // a bend to the wrong side is as far off
        sum += fmaxf(0.0f, -caper_vec3_dot(low, caper_vec3_cross(axis, h->up)));
    }
    return sum;
}

static void fit_pair(caperi_subject *s, caperi_elbow *a, caperi_elbow *b)
{
    float best = INFINITY, turn = 0;
    for (int k = -FIT_RANGE; k <= FIT_RANGE; k += FIT_STEP) {
        float sum = misfit(s, a, (float)k) + (b ? misfit(s, b, (float)k) : 0.0f);
        // what nothing tells stays where anatomy has it
        sum += 1e-4f * fabsf((float)k);
        if (sum < best) {
            best = sum;
            turn = (float)k;
        }
    }
    a->axis = turned_axis(a, turn);
    if (b) {
        b->axis = turned_axis(b, turn);
    }
}

static void fit_hinges(caperi_subject *s)
{
    for (int i = 0; i < s->hinge_count; i++) {
        bool pair = i + 1 < s->hinge_count && s->hinges[i + 1].arm == s->hinges[i].arm;
        fit_pair(s, &s->hinges[i], pair ? &s->hinges[i + 1] : NULL);
        i += pair;
    }
}

static void note_excess(caperi_subject *s, int frame, int body, float degrees, long *beyond)
{
    if (degrees <= GRACE) {
        return;
    }
    ++*beyond;
    caperi_note_worst(&s->figures, CAPER_METRIC_LIMITS, frame, body, (double)degrees);
    caperi_note_worst(&s->figures, CAPER_METRIC_LIMITS_MAX, frame, body, (double)degrees);
    float *curve = s->curves[CAPERI_CURVE_LIMITS];
    if (curve && degrees > curve[frame]) {
        curve[frame] = degrees;
    }
}

// --- flips -------------------------------------------------------------------------------------

static void note_flip(caperi_subject *s, int frame, int body, float dot)
{
    double degrees = 2.0 * (double)(caper_acos(fminf(1.0f, dot)) / RADIANS);
    s->figures.value[CAPER_METRIC_FLIPS] += 1;
    s->figures.by_eye[CAPER_METRIC_FLIPS] += degrees > TURNS_OVER;
    caperi_note_worst(&s->figures, CAPER_METRIC_FLIPS, frame, body, degrees);
}

static float turn_dot(caper_quat a, caper_quat b)
{
    return fabsf(a.x * b.x + a.y * b.y + (a.z * b.z + a.w * b.w));
}

typedef struct flip_limits {
    float joints, hips; // cosines of half the angles
} flip_limits;

static flip_limits find_flip_limits(const caperi_footage *f)
{
    // few frames a second turn farther each
    float frames = fmaxf(1.0f, 1.0f / (CAPERI_STRIDE * f->scale.speed * f->rate));
    flip_limits limits = {caper_cos(0.5f * RADIANS * fminf(FLIP * frames, FLIP_MOST)),
                          caper_cos(0.5f * RADIANS * fminf(FLIP_HIPS * frames, FLIP_MOST))};
    return limits;
}

static void find_flips(caperi_subject *s, int frame, const caper_quat *now, const caper_quat *last,
                       flip_limits limits)
{
    const caperi_footage *f = &s->footage;
    int root = s->character->root_body;
    for (int b = 0; b < f->body_count; b++) {
        float dot = turn_dot(now[b], last[b]);
        // toes and fingers of captures flicker, and nobody sees it
        if (dot < limits.joints &&
            !(s->kinds[b] & (CAPERI_KIND_HELPER | CAPERI_KIND_WHOLE | CAPERI_KIND_TIP))) {
            note_flip(s, frame, b, dot);
        }
    }
    float dot = turn_dot(caperi_footage_at(f, frame, root)->rotation,
                         caperi_footage_at(f, frame - 1, root)->rotation);
    if (dot < limits.hips) {
        note_flip(s, frame, root, dot);
    }
}

// --- stretch -----------------------------------------------------------------------------------

// Of one bone: squared lengths, and where they were.
typedef struct bone {
    int body, parent;
    float rest, least, most;
    int least_frame, most_frame;
} bone;

static int list_bones(const caperi_subject *s, bone *bones)
{
    const caper_character *c = s->character;
    int count = 0;
    for (int b = 0; b < c->body_count; b++) {
        float rest = caper_vec3_length(c->skeleton.rest_local[b].position);
        bool limb = !(s->kinds[b] & (CAPERI_KIND_HELPER | CAPERI_KIND_WHOLE | CAPERI_KIND_TRUNK));
        if (limb && c->bodies[b].parent >= 0 && rest >= LEAST_BONE * c->size) {
            bones[count++] = (bone){b, c->bodies[b].parent, rest, INFINITY, 0, 0, 0};
        }
    }
    return count;
}

static void measure_bones(bone *bones, int count, const caper_transform *t, int frame)
{
    for (int k = 0; k < count; k++) {
        bone *b = &bones[k];
        caper_vec3 d = caper_vec3_sub(t[b->body].position, t[b->parent].position);
        float length = caper_vec3_dot(d, d);
        if (length > b->most) {
            b->most = length;
            b->most_frame = frame;
        }
        if (length < b->least) {
            b->least = length;
            b->least_frame = frame;
        }
    }
}

static void report_stretch(caperi_subject *s, const bone *bones, int count)
{
    float longest = 0, shortest = INFINITY;
    for (int k = 0; k < count; k++) {
        const bone *b = &bones[k];
        float most = sqrtf(b->most) / b->rest, least = sqrtf(b->least) / b->rest;
        longest = fmaxf(longest, most);
        shortest = fminf(shortest, least);
        caperi_note_worst(&s->figures, CAPER_METRIC_STRETCH_MAX, b->most_frame, b->body,
                          (double)most);
        caperi_note_worst(&s->figures, CAPER_METRIC_STRETCH_MIN, b->least_frame, b->body,
                          -(double)least);
    }
    if (longest > 0) {
        s->figures.value[CAPER_METRIC_STRETCH_MAX] = (double)longest;
        s->figures.value[CAPER_METRIC_STRETCH_MIN] = (double)shortest;
        s->figures.worst[CAPER_METRIC_STRETCH_MIN].value = (double)shortest;
    }
}

// --- all of a frame ----------------------------------------------------------------------------

// Rotations against parents, from those in the world.
static void find_locals(const caperi_subject *s, const caper_transform *t, caper_quat *out)
{
    const int16_t *parents = s->character->skeleton.parents;
    for (int b = 0; b < s->footage.body_count; b++) {
        int p = parents[b];
        out[b] =
            p < 0 ? t[b].rotation : caper_quat_mul(caper_quat_conj(t[p].rotation), t[b].rotation);
    }
}

static int list_screens(const caperi_subject *s, screen *screens)
{
    const caper_character *c = s->character;
    int count = 0;
    for (int b = 0; b < c->body_count; b++) {
        const caper_joint *joint = &c->bodies[b].joint;
        bool open = joint->kind == CAPER_JOINT_BALL && joint->swing >= CAPER_PI &&
                    joint->min <= -CAPER_PI && joint->max >= CAPER_PI;
        if (!(s->kinds[b] & (CAPERI_KIND_HELPER | CAPERI_KIND_WHOLE)) &&
            joint->kind != CAPER_JOINT_FREE) {
            screens[count] = make_screen(c, b);
            screens[count++].open = open;
        }
    }
    return count;
}

bool caperi_measure_joints(caperi_subject *s, caper_arena *arena)
{
    const caperi_footage *f = &s->footage;
    const caper_character *c = s->character;
    size_t n = (size_t)c->body_count + 1;
    screen *screens = caper_arena_alloc_zero(arena, n, sizeof(screen), 16);
    bone *bones = caper_arena_alloc_zero(arena, n, sizeof(bone), 16);
    caper_quat *turns = caper_arena_alloc_zero(arena, 2 * n, sizeof(caper_quat), 16);
    if (!screens || !bones || !turns) {
        return false;
    }
    if ((caperi_is_found(CAPER_METRIC_LIMITS, s->origin) || s->excuses) && !s->hinges_known) {
        fit_hinges(s);
    }
    allow_rest(s);
    int count = list_screens(s, screens), bone_count = list_bones(s, bones);
    long beyond = 0, asked = (long)f->frame_count * (count + s->hinge_count);
    flip_limits limits = find_flip_limits(f);
    s->figures.value[CAPER_METRIC_FLIPS] = s->figures.by_eye[CAPER_METRIC_FLIPS] = 0;
    for (int i = 0; i < f->frame_count; i++) {
        caper_quat *now = turns + (i % 2 ? n : 0), *last = turns + (i % 2 ? 0 : n);
        find_locals(s, caperi_footage_at(f, i, 0), now);
        measure_bones(bones, bone_count, caperi_footage_at(f, i, 0), i);
        if (i > 0) {
            find_flips(s, i, now, last, limits);
        }
        for (int k = 0; k < count; k++) {
            if (!screens[k].open && !is_within(&screens[k], now[screens[k].body])) {
                float degrees = joint_excess(c, &screens[k], now[screens[k].body]);
                note_excess(s, i, screens[k].body, degrees, &beyond);
            }
        }
        for (int k = 0; k < s->hinge_count; k++) {
            float degrees = hinge_excess(caperi_footage_at(f, i, 0), &s->hinges[k]);
            note_excess(s, i, s->hinges[k].body, degrees, &beyond);
        }
    }
    report_stretch(s, bones, bone_count);
    if (asked > 0) {
        const caper_worst *worst = &s->figures.worst[CAPER_METRIC_LIMITS_MAX];
        s->figures.value[CAPER_METRIC_LIMITS] = 100.0 * (double)beyond / (double)asked;
        s->figures.value[CAPER_METRIC_LIMITS_MAX] = worst->frame >= 0 ? worst->value : 0;
    }
    return true;
}
