// SPDX-License-Identifier: MIT
// Which bodies touch the ground, with which part of their sole, and when. A sole is long when it is
// twice as long as wide or a tenth of its leg, and has a joint to turn by: then heel and toe are
// edges that touch each for itself. Others touch in one point, as all contacts of the thesis do
// (4.2.1).
#include "spacetime/builder.h"

#include <string.h>

#define PI 3.14159265358979
static const double LONG_SOLE = 2;      // length in widths
static const double LONG_FOR_LEG = 0.1; // length in lengths of the model

// Middle of the sole points with a rest z below (-1) or above (+1) the middle, or of all (0).
static real3 middle(const caper_character *character, int body, const caper_vec3 *points, int count,
                    int side, double z)
{
    real3 sum = {0, 0, 0};
    int used = 0;
    for (int i = 0; i < count; i++) {
        caper_vec3 at = caper_transform_mul_point(character->rest_model[body], points[i]);
        double ahead = (double)at.z - z;
        if (side == 0 || (side < 0) == (ahead < 0)) {
            sum = real3_add(sum, real3_from(points[i]));
            used++;
        }
    }
    return real3_scale(sum, used ? 1.0 / used : 0);
}

// Extent of the sole at rest, metres; returns the z of its middle.
static double extent(const caper_character *character, int body, const caper_vec3 *points,
                     int count, double *width, double *length)
{
    caper_bounds bounds = caper_bounds_empty();
    for (int i = 0; i < count; i++) {
        bounds = caper_bounds_add_point(
            bounds, caper_transform_mul_point(character->rest_model[body], points[i]));
    }
    caper_vec3 size = caper_bounds_size(bounds);
    *width = (double)size.x;
    *length = (double)size.z;
    return (double)caper_bounds_center(bounds).z;
}

// Higher than this above the ground a point of a toe is no part of the sole, lengths at rest: 1 cm
// of a person.
static const double SOLE_HEIGHT = 0.012;

enum {
    MOST_POINTS = 64
};

static bool hangs_on(const caper_character *character, int i, int body)
{
    while (i > body) {
        i = character->bodies[i].parent;
    }
    return i == body;
}

// The points of a sole in the frame of its body, with those of toes that move with it.
static int sole_of(const caper_spacetime_builder *b, int body, caper_vec3 *points)
{
    const caper_character *c = b->job->character;
    const caperi_carried *carried = b->model->carried;
    int count = caper_body_sole_points(c, body, points);
    caper_transform back = caper_transform_inverse(c->rest_model[body]);
    for (int i = body + 1; i < c->body_count; i++) {
        caper_vec3 own[CAPER_MAX_CONTACTS];
        bool toe = carried[i].rigid == carried[body].rigid && hangs_on(c, i, body);
        int n = toe ? caper_body_sole_points(c, i, own) : 0;
        for (int k = 0; k < n && count < MOST_POINTS; k++) {
            caper_vec3 at = caper_transform_mul_point(c->rest_model[i], own[k]);
            if ((double)at.y < SOLE_HEIGHT * b->model->length) {
                points[count++] = caper_transform_mul_point(back, at);
            }
        }
    }
    return count;
}

static void make_directions(const caperi_model *model, caperi_model_foot *foot, real3 forward_model)
{
    const caperi_model_body *rigid = &model->rigids[foot->rigid];
    forward_model.y = 0;
    forward_model = real3_unit(forward_model);
    real3 side = {forward_model.z, 0, -forward_model.x};
    foot->forward = real4_unrotate(rigid->rest_rotation, forward_model);
    foot->side = real4_unrotate(rigid->rest_rotation, side);
}

static void make_foot(const caper_spacetime_builder *b, int body, caperi_model_foot *foot)
{
    const caper_character *character = b->job->character;
    const caperi_model *model = b->model;
    caper_vec3 points[MOST_POINTS];
    int count = sole_of(b, body, points);
    double width, length, z = extent(character, body, points, count, &width, &length);
    *foot = (caperi_model_foot){.body = body, .rigid = model->carried[body].rigid, .mirror = -1};
    bool jointed = model->rigids[foot->rigid].body == body;
    foot->light = !jointed && character->bodies[body].joint.kind == CAPER_JOINT_BALL;
    bool is_long = jointed && (character->leg_count == 0 || length >= LONG_SOLE * width ||
                               length >= LONG_FOR_LEG * model->length);
    real3 forward = {0, 0, 1};
    foot->part_count = is_long ? 2 : 1;
    for (int part = 0; part < foot->part_count; part++) {
        int side = is_long ? 2 * part - 1 : 0;
        real3 at = middle(character, body, points, count, side, z);
        foot->point[part] = caperi_model_point(model, body, real3_to(at));
    }
    if (is_long) {
        const caperi_model_body *rigid = &model->rigids[foot->rigid];
        forward = real4_rotate(rigid->rest_rotation, real3_sub(foot->point[1], foot->point[0]));
        foot->ahead = real3_length(forward); // with both edges on the ground the sole is flat
        foot->half_width = 0.5 * width / model->length;
        foot->twist_radius = 0.5 * foot->half_width; // the mean lever of an edge
    } else {
        // two thirds of the radius is the mean lever of a disc
        foot->twist_radius = (width + length) / 6 / model->length;
    }
    make_directions(model, foot, forward);
}

// -- when ---------------------------------------------------------------------------------------

static bool covers(const caper_spacetime_contact *contact, double at, bool cyclic)
{
    const double slack = 1e-9;
    if (at >= contact->start - slack && at < contact->end - slack) {
        return true;
    }
    if (!cyclic) {
        return contact->end >= 1 - slack && at >= 1 - slack && contact->start <= at;
    }
    return at + 1 >= contact->start - slack && at + 1 < contact->end - slack;
}

static void schedule(const caper_spacetime_builder *b, caperi_model_foot *foot)
{
    const caper_spacetime_job *job = b->job;
    double cycle = job->cycle == CAPER_SPACETIME_MIRRORED ? 2.0 * b->frame_count
                                                          : (double)caperi_interval_count(b);
    for (int c = 0; c < job->contact_count; c++) {
        const caper_spacetime_contact *contact = &job->contacts[c];
        for (int t = 0; contact->body == foot->body && t < b->frame_count; t++) {
            for (int part = 0; part < foot->part_count; part++) {
                bool meant = foot->part_count == 1 || contact->part == CAPER_SPACETIME_WHOLE ||
                             (contact->part == CAPER_SPACETIME_TOE) == (part == 1);
                if (meant && covers(contact, t / cycle, b->cyclic)) {
                    foot->active[part][t] = true;
                    foot->friction[part][t] =
                        contact->friction > 0 ? contact->friction : job->friction;
                }
            }
        }
    }
}

// As the clips of a transition have it. A part that would stand or swing for one frame does not.
// False without memory.
static bool schedule_transition(const caper_spacetime_builder *b, caperi_model_foot *foot)
{
    caper_pose local = caper_character_pose(b->job->character, b->job->allocator);
    caper_pose world = caper_character_pose(b->job->character, b->job->allocator);
    bool good = local.bodies && world.bodies;
    for (int part = 0; good && part < foot->part_count; part++) {
        bool *on = foot->active[part];
        for (int t = 0; t < b->frame_count; t++) {
            on[t] = caperi_transition_touches(b, foot->body, foot->point[part], t, &local, &world);
            foot->friction[part][t] = b->job->friction;
        }
        for (int t = 2; t < b->frame_count - 2; t++) {
            on[t] = on[t - 1] == on[t + 1] ? on[t - 1] : on[t];
        }
    }
    caper_pose_destroy(&local, b->job->allocator);
    caper_pose_destroy(&world, b->job->allocator);
    return good;
}

static bool touches(const caperi_model_foot *foot, int t)
{
    return foot->active[0][t] || (foot->part_count > 1 && foot->active[1][t]);
}

// Is the foot on the ground at a frame before 0 or after the last? Its partner's frames tell.
static bool touches_beyond(const caper_spacetime_builder *b, const caperi_model_foot *foot, int t)
{
    int n = b->frame_count;
    if (t >= 0 && t < n) {
        return touches(foot, t);
    }
    const caperi_model_foot *other =
        b->job->cycle == CAPER_SPACETIME_MIRRORED ? &b->feet[foot->mirror] : foot;
    return b->cyclic && touches(other, t < 0 ? t + n : t - n);
}

// A swinging sole rises to the job's clearance at mid swing, as sin^2, and the rear edge of a long
// one to the job's lift after a fifth of it: there heels of walkers and runners are highest.
static const double EARLY = 0.45; // 0.21^0.45 = 1/2

static void clear(const caper_spacetime_builder *b, caperi_model_foot *foot)
{
    int n = b->frame_count;
    for (int t = 0; t < n; t++) {
        int since = 0, until = 0;
        while (since < n && !touches_beyond(b, foot, t - since)) {
            since++;
        }
        while (until < n && !touches_beyond(b, foot, t + until)) {
            until++;
        }
        bool swings = since > 0 && since < n && until < n;
        double share = swings ? (double)since / (since + until) : 0;
        double s = sin(PI * share), e = sin(PI * pow(share, EARLY));
        foot->clearance[t] = b->job->clearance * s * s;
        foot->lift[t] = fmax(foot->clearance[t], b->job->lift * e * e);
    }
}

static bool allocate(caper_spacetime_builder *b, caperi_model_foot *foot)
{
    size_t n = (size_t)b->frame_count;
    foot->foothold = caperi_problem_memory(b->problem, n, sizeof(int));
    foot->clearance = caperi_problem_memory(b->problem, n, sizeof(double));
    foot->lift = caperi_problem_memory(b->problem, n, sizeof(double));
    for (int part = 0; part < foot->part_count; part++) {
        foot->active[part] = caperi_problem_memory(b->problem, n, sizeof(bool));
        foot->friction[part] = caperi_problem_memory(b->problem, n, sizeof(double));
        foot->force[part] = caperi_problem_memory(b->problem, n, sizeof(int));
    }
    return !b->problem->failed;
}

static int find_foot(const caper_spacetime_builder *b, int body)
{
    for (int i = 0; i < b->foot_count; i++) {
        if (b->feet[i].body == body) {
            return i;
        }
    }
    return -1;
}

static void add_foot(caper_spacetime_builder *b, int body)
{
    if (body >= 0 && find_foot(b, body) < 0) {
        make_foot(b, body, &b->feet[b->foot_count++]);
    }
}

static void add_feet_of_clip(caper_spacetime_builder *b, const caper_clip *clip)
{
    for (int i = 0; clip && i < clip->contact_count; i++) {
        add_foot(b, clip->contacts[i].body);
    }
}

bool caperi_build_feet(caper_spacetime_builder *b)
{
    const caper_spacetime_job *job = b->job;
    bool from_clips = job->contact_count == 0 && (job->from.clip || job->to.clip);
    b->feet = caperi_problem_memory(b->problem, (size_t)job->character->body_count + 1,
                                    sizeof(caperi_model_foot));
    if (!b->feet) {
        return false;
    }
    for (int c = 0; c < job->contact_count; c++) {
        // a mirrored half needs the partner of each foot too
        add_foot(b, job->contacts[c].body);
        add_foot(b, job->character->bodies[job->contacts[c].body].mirror);
    }
    if (from_clips) {
        add_feet_of_clip(b, job->from.clip);
        add_feet_of_clip(b, job->to.clip);
    }
    for (int i = 0; i < b->foot_count; i++) {
        caperi_model_foot *foot = &b->feet[i];
        int mirror = job->character->bodies[foot->body].mirror;
        foot->mirror = mirror < 0 ? -1 : find_foot(b, mirror);
        if (!allocate(b, foot)) {
            return false;
        }
        if (!from_clips) {
            schedule(b, foot);
        } else if (!schedule_transition(b, foot)) {
            return false;
        }
    }
    for (int i = 0; i < b->foot_count; i++) {
        clear(b, &b->feet[i]);
    }
    return true;
}
