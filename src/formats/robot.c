// SPDX-License-Identifier: MIT
//
// From the bodies of a robot file to those of a draft: frames at the joints, boxes, joints, and the
// turn that takes the file's up and forward to +Y and +Z. Invariant: where each solid is in the
// world at rest does not change, but for that turn.
#include "formats/robot.h"

#include "base/try.h"

#include <stdio.h>

#define FAR_TURNED 1e3f      // radians: angles beyond have too few digits left
#define OUTSIDE_TOLD 0.0175f // a degree: limits are widened by less without a word

typedef struct robot {
    caperi_draft *draft;
    const caperi_robot_body *bodies;
    int count;
    caper_transform *frames; // of the draft body in the file's frame
    caper_error *error;
    bool failed; // no memory
} robot;

// -- Frames and boxes ---------------------------------------------------------------------------

static void place_body(robot *r, int i)
{
    const caperi_robot_body *body = &r->bodies[i];
    caperi_draft_body *out = &r->draft->bodies[i];
    caper_quat turn = caperi_solids_turn(body->solids, body->solid_count);
    r->frames[i] = caper_transform_make(turn, body->anchor);
    out->name = body->name;
    out->parent = body->parent;
    out->mass = (float)body->mass;
    out->line = body->line;
    out->column = body->column;
    out->caps = body->helper ? CAPER_CAP_HELPER : 0;
    out->rest_local = caper_transform_mul(body->local, r->frames[i]);
    if (body->parent >= 0)
        out->rest_local = caper_transform_unmul(r->frames[body->parent], out->rest_local);
    out->rest_local.rotation = caper_quat_normalize(out->rest_local.rotation);
    if (body->solid_count == 0)
        return;
    caper_bounds bounds = caperi_solids_bounds(body->solids, body->solid_count, turn);
    out->has_box = true;
    out->box_center =
        caper_vec3_sub(caper_bounds_center(bounds), caper_quat_unrotate(turn, body->anchor));
    out->box_half = caper_vec3_scale(caper_bounds_size(bounds), 0.5f);
}

// No box is flatter than this share of the whole: the builder has its limits, and a sheet is still
// a body.
static void thicken_boxes(robot *r)
{
    caper_bounds bounds = caper_bounds_empty();
    caper_transform model[CAPER_MAX_BODIES];
    for (int i = 0; i < r->count; i++) {
        const caperi_draft_body *body = &r->draft->bodies[i];
        model[i] = body->parent < 0 ? body->rest_local
                                    : caper_transform_mul(model[body->parent], body->rest_local);
        bounds = caper_bounds_add_point(bounds, model[i].position);
        if (body->has_box) {
            caper_bounds box = {caper_vec3_sub(body->box_center, body->box_half),
                                caper_vec3_add(body->box_center, body->box_half)};
            bounds = caper_bounds_union(bounds, caper_bounds_transform(model[i], box));
        }
    }
    float least = 5e-4f * caper_vec3_length(caper_bounds_size(bounds));
    for (int i = 0; i < r->count; i++)
        r->draft->bodies[i].box_half =
            caper_vec3_max(r->draft->bodies[i].box_half, caper_vec3_make(least, least, least));
}

// -- Joints -------------------------------------------------------------------------------------

// Where a body extends from its joint, in its draft frame.
static caper_vec3 extends_along(const robot *r, int i)
{
    const caperi_draft_body *body = &r->draft->bodies[i];
    const caper_vec3 none = caper_vec3_zero();
    if (body->has_box &&
        caper_vec3_length(body->box_center) > 0.2f * caper_vec3_length(body->box_half))
        return caper_vec3_normalize_or(body->box_center, none);
    caper_vec3 sum = none;
    for (int k = i + 1; k < r->count; k++)
        if (r->draft->bodies[k].parent == i)
            sum = caper_vec3_add(sum, r->draft->bodies[k].rest_local.position);
    if (caper_vec3_length(sum) > CAPER_TINY)
        return caper_vec3_normalize(sum);
    caper_vec3 on = caper_quat_unrotate(body->rest_local.rotation, body->rest_local.position);
    return caper_vec3_normalize_or(on, caper_vec3_make(0.0f, 0.0f, 1.0f));
}

// What the joint is made of, for who must obey it. Limits hold the rest pose, as those of the
// joint.
static void keep_hinges(robot *r, const caperi_hinge *hinges, int count, caperi_draft_body *out)
{
    caper_hinge *kept = caperi_draft_alloc(r->draft, &r->draft->arena, (size_t)count, sizeof *kept,
                                           _Alignof(caper_hinge), r->error);
    r->failed = r->failed || !kept;
    for (int i = 0; kept && i < count; i++) {
        const caperi_hinge *h = &hinges[i];
        if (!(fabsf(h->at) + fabsf(h->zero) < FAR_TURNED)) {
            count = 0; // nothing that is exact can be said of it
            break;
        }
        kept[i].name = h->name ? h->name : "";
        kept[i].axis = h->axis;
        kept[i].rest = h->at + h->zero;
        // more than a turn each way is no limit
        kept[i].min = kept[i].rest + caper_clamp(h->low - h->at, -CAPER_TAU, 0.0f);
        kept[i].max = kept[i].rest + caper_clamp(h->high - h->at, 0.0f, CAPER_TAU);
        kept[i].zero = h->zero;
    }
    out->hinges = kept;
    out->hinge_count = kept ? count : 0;
}

static void join_body(robot *r, int i, int *outside_count, float *outside_most, int *first)
{
    const caperi_robot_body *body = &r->bodies[i];
    caperi_draft_body *out = &r->draft->bodies[i];
    out->has_joint = body->parent >= 0 && body->kind != CAPER_JOINT_FREE;
    caperi_hinge hinges[CAPERI_MAX_HINGES];
    for (int k = 0; k < body->hinge_count; k++) {
        hinges[k] = body->hinges[k];
        hinges[k].axis =
            caper_vec3_normalize(caper_quat_unrotate(r->frames[i].rotation, body->hinges[k].axis));
    }
    if (body->hinge_count > 0 && (body->kind == CAPER_JOINT_HINGE || body->parent < 0))
        keep_hinges(r, hinges, body->hinge_count, out);
    if (!out->has_joint)
        return;
    caper_vec3 along = extends_along(r, i);
    caper_joint fixed = {CAPER_JOINT_FIXED, along, 0.0f, 0.0f, 0.0f};
    caper_joint ball = {CAPER_JOINT_BALL, along, body->ball, -body->ball, body->ball};
    out->joint = body->kind == CAPER_JOINT_BALL ? ball : fixed;
    if (body->kind != CAPER_JOINT_HINGE || body->hinge_count == 0)
        return;
    float outside;
    out->joint = caperi_hinges_joint(hinges, body->hinge_count, along, &outside);
    if (outside > OUTSIDE_TOLD) {
        *first = *outside_count == 0 ? i : *first;
        *outside_count += 1;
        *outside_most = caper_max(*outside_most, outside);
    }
}

static void join_bodies(robot *r)
{
    int outside = 0, first = 0;
    float most = 0.0f;
    for (int i = 0; i < r->count; i++)
        join_body(r, i, &outside, &most, &first);
    if (outside > 0) {
        const caperi_robot_body *body = &r->bodies[first];
        caperi_draft_warn(r->draft, body->line, body->column,
                          "%d bodies stand outside of their limits at rest, by %d degrees at most: "
                          "the limits were widened (first: %s)",
                          outside, (int)(most / CAPER_DEGREE + 0.5f),
                          body->name ? body->name : "unnamed");
    }
}

// -- Axes ---------------------------------------------------------------------------------------

static const char *axis_name(caper_vec3 v)
{
    return v.x > 0.5f    ? "+X"
           : v.x < -0.5f ? "-X"
           : v.y > 0.5f  ? "+Y"
           : v.y < -0.5f ? "-Y"
           : v.z > 0.0f  ? "+Z"
                         : "-Z";
}

static caper_vec3 up_of(caper_up_axis axis)
{
    return caper_vec3_make(axis == CAPER_UP_X ? 1.0f : 0.0f, axis == CAPER_UP_Y ? 1.0f : 0.0f,
                           axis == CAPER_UP_Z ? 1.0f : 0.0f);
}

// Where the bodies that are welded to body i are in its frame, itself among them; false where
// another body with solids follows, for then it stands on that.
static bool find_welded(const robot *r, int i, caper_transform *at, bool *welded)
{
    for (int k = i; k < r->count; k++) {
        int parent = r->bodies[k].parent;
        bool below = k > i && parent >= i && welded[parent];
        bool fixed = r->bodies[k].kind == CAPER_JOINT_FIXED && r->bodies[k].hinge_count == 0;
        welded[k] = k == i || (below && fixed);
        if (below && !fixed && r->bodies[k].solid_count > 0)
            return false;
        if (welded[k])
            at[k] = k == i ? caper_transform_identity()
                           : caper_transform_mul(at[parent], r->draft->bodies[k].rest_local);
    }
    return true;
}

static bool find_touch(robot *r, caper_up_axis up_axis)
{
    caper_quat turned[CAPER_MAX_BODIES];
    caper_transform at[CAPER_MAX_BODIES];
    bool welded[CAPER_MAX_BODIES];
    for (int i = 0; i < r->count; i++) {
        caperi_draft_body *body = &r->draft->bodies[i];
        turned[i] = body->parent < 0
                        ? body->rest_local.rotation
                        : caper_quat_mul(turned[body->parent], body->rest_local.rotation);
        if (!find_welded(r, i, at, welded))
            continue;
        caperi_lowest t = {.up = caper_quat_unrotate(turned[i], up_of(up_axis)),
                           .size = caper_vec3_length(body->box_half)};
        for (int k = i; k < r->count; k++) {
            caper_transform frame = caper_transform_unmul(r->frames[k], caper_transform_identity());
            if (welded[k])
                caperi_lowest_add(&t, r->bodies[k].solids, r->bodies[k].solid_count,
                                  caper_transform_mul(at[k], frame));
        }
        CAPER_PASS(caperi_lowest_keep(&t, r->draft, body, r->error));
    }
    return true;
}

static bool turn_axes(robot *r, caper_up_axis up_axis, float unit)
{
    caperi_draft *draft = r->draft;
    caper_vec3 up = up_of(up_axis);
    caper_vec3 forward = up_axis == CAPER_UP_X ? caper_vec3_make(0.0f, 0.0f, 1.0f)
                                               : caper_vec3_make(1.0f, 0.0f, 0.0f);
    bool told = caperi_robot_forward(draft, up, &forward);
    caper_vec3 left = caper_vec3_cross(up, forward);
    // rows: what becomes X, Y and Z
    caper_mat3 rows = {left, up, forward};
    caper_quat turn = caper_quat_from_mat3(caper_mat3_transpose(rows));
    caperi_draft_convert(draft, unit, turn);
    if (draft->robot) {
        draft->robot->frame = r->frames[0];
        draft->robot->turn = turn;
    }
    draft->up = up_axis;
    char words[64];
    int size = snprintf(words, sizeof words, "%s up, %s forward by %s", axis_name(up) + 1,
                        axis_name(forward), told ? "names" : "convention");
    draft->axes = caperi_draft_string(draft, words, (size_t)size, r->error);
    return draft->axes != NULL;
}

// -- What the model counts ----------------------------------------------------------------------

bool caperi_robot_begin(caperi_draft *draft, int room, caper_transform base, caper_error *error)
{
    draft->robot = caperi_draft_alloc(draft, &draft->arena, 1, sizeof *draft->robot,
                                      _Alignof(caper_robot), error);
    caper_robot_column *columns =
        draft->robot ? caperi_draft_alloc(draft, &draft->arena, (size_t)room + 7, sizeof *columns,
                                          _Alignof(caper_robot_column), error)
                     : NULL;
    if (!columns)
        return false;
    draft->robot->columns = columns;
    draft->robot->base = base;
    return true;
}

void caperi_robot_add(caperi_draft *draft, caper_robot_column column)
{
    caper_robot_column *columns = (caper_robot_column *)draft->robot->columns;
    columns[draft->robot->column_count++] = column;
}

void caperi_robot_add_base(caperi_draft *draft)
{
    static const char *const names[7] = {"base_x",  "base_y",  "base_z", "base_qw",
                                         "base_qx", "base_qy", "base_qz"};
    for (int i = 0; i < 7; i++)
        caperi_robot_add(
            draft, (caper_robot_column){.name = names[i], .kind = CAPER_ROBOT_BASE, .index = i});
}

bool caperi_robot_finish(caperi_draft *draft, const caperi_robot_body *bodies, int count,
                         caper_up_axis up, float unit, caper_error *error)
{
    robot r = {draft, bodies, count, NULL, error, false};
    CAPER_PASS(caperi_draft_bodies(draft, count, error));
    r.frames = caperi_draft_alloc(draft, &draft->scratch, (size_t)count, sizeof *r.frames,
                                  _Alignof(caper_transform), error);
    CAPER_PASS(r.frames != NULL);
    for (int i = 0; i < count; i++)
        place_body(&r, i);
    thicken_boxes(&r);
    join_bodies(&r);
    return !r.failed && find_touch(&r, up) && turn_axes(&r, up, unit);
}
