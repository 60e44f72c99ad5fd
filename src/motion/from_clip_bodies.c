// SPDX-License-Identifier: MIT
//
// Which bodies of a character carry a motion, and what of them a clip says.
//
// Kept are the ends of things: feet, graspers, heads and the tips of whatever else hangs on the
// spine, and of the spine itself its root and its ends; what lies between is the solver's business.
// The way over the ground is taken as caper_clip_extract_root takes it from the root body, but then
// as a smooth curve that may pass the root body at some distance: sway and bob stay with the body,
// where they scale with it and leave planted feet alone. Invariant: travel x track is where the
// clip has the body, at every frame, whatever the curve is like.
#include "motion/from_clip.h"

#include "caper/contact.h"
#include "clip/clip.h"

#include <string.h>

// How far from the root body the way may run, in heights, and what a radian of yaw counts.
#define WAY_TOLERANCE 0.04f
#define YAW_SLOPE 0.25f
// A clip that stays this near to one place (heights, radians) does not travel.
#define PLACE_RADIUS 0.1f
#define PLACE_YAW 0.25f
#define FLOOR_CONFIDENCE 0.3f
// What turns or moves by this against the body that carries it has a life of its own.
#define OWN_TURN 0.1f
#define OWN_WAY 0.02f

#define TIPS (CAPER_CAP_WING | CAPER_CAP_TAIL | CAPER_CAP_FIN | CAPER_CAP_TENTACLE)
#define ENDS (CAPER_CAP_FOOT | CAPER_CAP_GRASPER | CAPER_CAP_HEAD | CAPER_CAP_MOUTH)
#define NOT_BARE (TIPS | ENDS | CAPER_CAP_EYE | CAPER_CAP_EAR | CAPER_CAP_HORN | CAPER_CAP_SPINE)

// ---------------------------------------------------------------------------------- effectors

static bool is_chosen(const caperi_from_clip *work, int body)
{
    for (int i = 0; i < work->effector_count; i++) {
        if (work->effectors[i].body == body) {
            return true;
        }
    }
    return false;
}

static caperi_clip_effector *choose(caperi_from_clip *work, int body, caper_caps kind,
                                    bool position, bool rotation)
{
    if (is_chosen(work, body) || (work->character->bodies[body].caps & CAPER_CAP_HELPER)) {
        return NULL;
    }
    caperi_clip_effector *e = &work->effectors[work->effector_count++];
    memset(e, 0, sizeof *e);
    e->body = body;
    e->kind = kind;
    e->side = caperi_body_side(work->character, body);
    e->position = position;
    e->rotation = rotation;
    e->voice = -1;
    caper_mode mode = {.point = body == work->character->root_body ? CAPER_POINT_JOINT
                                                                   : CAPER_POINT_AUTO};
    e->point = caper_mode_point(&mode, work->character, body);
    return e;
}

static void choose_all(caperi_from_clip *work, caper_caps kind)
{
    for (int i = 0; i < work->character->body_count; i++) {
        if (work->character->bodies[i].caps & kind) {
            choose(work, i, kind, true, true);
        }
    }
}

static bool has_child_with(const caper_character *character, int body, caper_caps caps)
{
    for (int c = character->bodies[body].child; c >= 0; c = character->bodies[c].sibling) {
        if (character->bodies[c].caps & caps) {
            return true;
        }
    }
    return false;
}

static void choose_tips(caperi_from_clip *work, caper_caps kind)
{
    const caper_character *character = work->character;
    for (int i = 0; i < character->body_count; i++) {
        if ((character->bodies[i].caps & kind) && !has_child_with(character, i, kind)) {
            choose(work, i, kind, true, kind == CAPER_CAP_WING);
        }
    }
}

// Fingers and toes go with their hand and foot.
static bool hangs_on_chosen(const caperi_from_clip *work, int body)
{
    const caper_body *bodies = work->character->bodies;
    for (int i = bodies[body].parent; i >= 0 && !(bodies[i].caps & CAPER_CAP_SPINE);
         i = bodies[i].parent) {
        if (is_chosen(work, i)) {
            return true;
        }
    }
    return false;
}

static void choose_bare_limbs(caperi_from_clip *work)
{
    const caper_character *character = work->character;
    for (int i = 0; i < character->body_count; i++) {
        caper_caps caps = character->bodies[i].caps;
        if ((caps & CAPER_CAP_LIMB) && !(caps & NOT_BARE) &&
            !has_child_with(character, i, ~(caper_caps)CAPER_CAP_HELPER) &&
            !hangs_on_chosen(work, i)) {
            choose(work, i, CAPER_CAP_LIMB, true, false);
        }
    }
}

// Does a limb of these caps hang on that body of the spine?
static bool carries(const caper_character *character, int spine, caper_caps caps)
{
    for (int i = 0; i < character->body_count; i++) {
        const caper_body *b = &character->bodies[i];
        if (b->spine == spine && i != spine && (b->caps & caps)) {
            return true;
        }
    }
    return false;
}

// The ends of the spine, and the first and last body of it that carry limbs: chest and hips.
static void choose_spine(caperi_from_clip *work)
{
    const caper_character *character = work->character;
    const caper_caps limbs = CAPER_CAP_FOOT | CAPER_CAP_GRASPER | CAPER_CAP_WING;
    int count = character->spine_count, chest = count - 1, hips = 0;
    while (chest > 0 && !carries(character, character->spine[chest], limbs)) {
        chest--;
    }
    while (hips < count - 1 && !carries(character, character->spine[hips], limbs)) {
        hips++;
    }
    const int links[] = {count - 1, 0, chest, hips};
    for (int i = 0; count > 0 && i < CAPER_COUNT_OF(links); i++) {
        choose(work, character->spine[links[i]], CAPER_CAP_SPINE, true, true);
    }
}

// Index of the clip's deform that is this deform of the character; -1 when it has none.
static int find_clip_deform(const caperi_from_clip *work, int deform)
{
    for (int i = 0; i < work->clip->deform_count; i++) {
        if (strcmp(work->clip->deforms[i], work->character->deforms[deform]) == 0) {
            return i;
        }
    }
    return -1;
}

// Bodies that move by a deform alone: an eye that blinks.
static void choose_deformed(caperi_from_clip *work)
{
    const caper_character *character = work->character;
    for (int i = 0; i < character->body_count; i++) {
        const caper_body *b = &character->bodies[i];
        for (int d = 0; d < b->deform_count; d++) {
            caper_caps kinds = b->caps & ~(caper_caps)CAPER_CAP_LIMB;
            if (find_clip_deform(work, b->deform + d) >= 0 && kinds) {
                choose(work, i, kinds & (~kinds + 1), false, false);
            }
        }
    }
    for (int i = 0; i < work->effector_count; i++) {
        caperi_clip_effector *e = &work->effectors[i];
        const caper_body *b = &character->bodies[e->body];
        for (int d = 0; d < b->deform_count; d++) {
            e->moves_deform = e->moves_deform || find_clip_deform(work, b->deform + d) >= 0;
        }
    }
}

bool caperi_choose_effectors(caperi_from_clip *work)
{
    const caper_character *character = work->character;
    work->effectors = caper_arena_alloc_zero(&work->arena, (size_t)character->body_count,
                                             sizeof *work->effectors, 32);
    if (!work->effectors) {
        return caperi_from_clip_no_memory(work);
    }
    choose(work, character->root_body, CAPER_CAP_ROOT, true, true);
    choose_all(work, CAPER_CAP_FOOT);
    choose_all(work, CAPER_CAP_GRASPER);
    choose_all(work, CAPER_CAP_HEAD);
    choose_spine(work);
    int mouths = work->effector_count;
    choose_all(work, CAPER_CAP_MOUTH);
    for (int i = mouths; i < work->effector_count; i++) {
        work->effectors[i].spare = true;
    }
    static const caper_caps tips[] = {CAPER_CAP_WING, CAPER_CAP_TAIL, CAPER_CAP_FIN,
                                      CAPER_CAP_TENTACLE};
    for (int i = 0; i < CAPER_COUNT_OF(tips); i++) {
        choose_tips(work, tips[i]);
    }
    choose_bare_limbs(work);
    choose_deformed(work);
    return true;
}

// ------------------------------------------------------------------------------------- floor

// Where feet stand in the clip; 0 where nobody can tell.
static bool find_floor(const caperi_from_clip *work, float *floor)
{
    float confidence = 0;
    *floor = 0;
    if (work->character->leg_count > 0 &&
        !caper_floor_estimate(work->character, work->clip, &work->arena.allocator, floor,
                              &confidence)) {
        return caperi_from_clip_no_memory(work);
    }
    *floor = confidence >= FLOOR_CONFIDENCE ? *floor : 0.0f;
    return true;
}

// ------------------------------------------------------------------------------------ travel

// Does the root stay within a small circle? Then `center` is its middle.
static bool stays_in_place(const caperi_from_clip *work, const caper_root *ways, caper_root *center)
{
    caper_root low = ways[0], high = ways[0];
    for (int i = 1; i < work->frame_count; i++) {
        low.x = caper_min(low.x, ways[i].x);
        low.y = caper_min(low.y, ways[i].y);
        low.z = caper_min(low.z, ways[i].z);
        low.yaw = caper_min(low.yaw, ways[i].yaw);
        high.x = caper_max(high.x, ways[i].x);
        high.y = caper_max(high.y, ways[i].y);
        high.z = caper_max(high.z, ways[i].z);
        high.yaw = caper_max(high.yaw, ways[i].yaw);
    }
    float radius = PLACE_RADIUS * work->character->height;
    center->x = 0.5f * (low.x + high.x);
    center->y = 0.5f * (low.y + high.y);
    center->z = 0.5f * (low.z + high.z);
    center->yaw = 0.5f * (low.yaw + high.yaw);
    return high.x - low.x <= 2 * radius && high.z - low.z <= 2 * radius &&
           high.y - low.y <= 0.01f * work->character->height && high.yaw - low.yaw <= 2 * PLACE_YAW;
}

// Clips of models are made around the origin: rest is where rest is.
static void settle_at_origin(const caperi_from_clip *work, caper_root *center)
{
    float radius = PLACE_RADIUS * work->character->height;
    if (center->x * center->x + center->z * center->z <= radius * radius &&
        fabsf(center->yaw) <= PLACE_YAW) {
        center->x = center->z = center->yaw = 0;
    }
}

static bool fit_travel(caperi_from_clip *work, const caper_root *ways)
{
    const float unit = caper_travel_unit(work->character), slope = unit / work->character->height;
    const float slopes[4] = {slope, slope, slope, YAW_SLOPE};
    size_t count = (size_t)work->frame_count;
    caper_arena_mark_point mark = caper_arena_mark(&work->scratch);
    float *values = caper_arena_alloc_zero(&work->scratch, count, 4 * sizeof *values, 16);
    work->travel = caper_arena_alloc_zero(&work->arena, 1, sizeof *work->travel, 16);
    bool good = values && work->travel;
    for (size_t i = 0; good && i < count; i++) {
        caper_root way = caper_root_delta(ways[0], ways[i]);
        values[4 * i] = way.x / unit;
        values[4 * i + 1] = way.y / unit;
        values[4 * i + 2] = way.z / unit;
        values[4 * i + 3] = ways[i].yaw - ways[0].yaw; // whole turns count
    }
    caperi_curve_fit fit = {.kind = CAPER_CURVE_TRAVEL,
                            .frame_count = work->frame_count,
                            .rate = work->clip->rate,
                            .values = values,
                            .slopes = slopes,
                            .tolerance = WAY_TOLERANCE,
                            .loops = work->clip->loops};
    good = good && caperi_fit_curve(&fit, &work->arena, &work->scratch);
    if (good) {
        *work->travel = fit.curve;
    }
    caper_arena_release(&work->scratch, mark);
    return good;
}

static caper_transform sample_travel(const caperi_from_clip *work, float time)
{
    if (!work->travel) {
        return caper_transform_identity();
    }
    float v[4], unit = caper_travel_unit(work->character);
    caper_curve_sample(work->travel, time, v, NULL);
    caper_root way = {v[0] * unit, v[1] * unit, v[2] * unit, v[3]};
    return caper_root_transform(way);
}

static bool find_way(caperi_from_clip *work, const caper_root *ways)
{
    float floor;
    caper_root center;
    if (!find_floor(work, &floor)) {
        return false;
    }
    if (stays_in_place(work, ways, &center)) {
        settle_at_origin(work, &center);
        work->start = center;
    } else {
        work->start = ways[0];
        if (!fit_travel(work, ways)) {
            return false;
        }
    }
    // one level of support in the whole clip: it is the floor that the feet know
    work->floor = floor;
    bool level = true;
    for (int i = 1; i < work->frame_count; i++) {
        level = level && fabsf(ways[i].y - ways[0].y) <= 0.01f * work->character->height;
    }
    work->start.y = level && floor != 0.0f ? floor : ways[0].y;
    for (int i = 0; i < work->frame_count; i++) {
        work->roots[i] = sample_travel(work, caperi_motion_time(work, i));
    }
    return true;
}

// ------------------------------------------------------------------------------------ tracks

static bool make_room(caperi_from_clip *work)
{
    size_t count = (size_t)work->frame_count;
    work->roots = caper_arena_alloc(&work->arena, count * sizeof *work->roots, 32);
    bool good = work->roots != NULL;
    for (int k = 0; good && k < work->effector_count; k++) {
        caperi_clip_effector *e = &work->effectors[k];
        e->track = caper_arena_alloc(&work->arena, count * sizeof *e->track, 32);
        good = e->track != NULL;
    }
    return good;
}

// One pass over the clip: effectors in its own space, and the way of the root.
static void sample_clip(caperi_from_clip *work, const caper_clip *rooted, caper_pose *pose,
                        caper_root *ways)
{
    caper_clip_cursor cursor = {0};
    for (int i = 0; i < work->frame_count; i++) {
        float time = caperi_clip_time(work, i);
        caper_clip_sample(rooted, time, &cursor, pose);
        ways[i] = caper_clip_sample_root(rooted, time);
        caper_transform root = caper_root_transform(ways[i]);
        caper_pose_to_model(&work->clip->skeleton, pose, &root, pose);
        for (int k = 0; k < work->effector_count; k++) {
            caperi_clip_effector *e = &work->effectors[k];
            caper_transform t = pose->bodies[e->body];
            e->track[i] = caper_transform_make(t.rotation, caper_transform_mul_point(t, e->point));
        }
    }
}

static void bring_into_way(caperi_from_clip *work)
{
    caper_transform start = caper_root_transform(work->start);
    for (int i = 0; i < work->frame_count; i++) {
        caper_transform root = caper_transform_mul(start, work->roots[i]);
        for (int k = 0; k < work->effector_count; k++) {
            caper_transform *t = &work->effectors[k].track[i];
            *t = caper_transform_unmul(root, *t);
        }
    }
}

// The body that carries a spare effector, among the effectors; -1 when there is none.
static int find_carrier(const caperi_from_clip *work, int body)
{
    const caper_body *bodies = work->character->bodies;
    for (int i = bodies[body].parent; i >= 0; i = bodies[i].parent) {
        for (int k = 0; k < work->effector_count; k++) {
            if (work->effectors[k].body == i && !work->effectors[k].spare) {
                return k;
            }
        }
    }
    return -1;
}

static bool has_own_life(const caperi_from_clip *work, const caperi_clip_effector *e)
{
    int carrier = find_carrier(work, e->body);
    if (carrier < 0) {
        return true;
    }
    const caperi_clip_effector *c = &work->effectors[carrier];
    const caper_transform *rest = work->character->rest_model;
    caper_transform rest_c = caper_transform_make(
        rest[c->body].rotation, caper_transform_mul_point(rest[c->body], c->point));
    caper_transform rest_e = caper_transform_make(
        rest[e->body].rotation, caper_transform_mul_point(rest[e->body], e->point));
    caper_transform still = caper_transform_unmul(rest_c, rest_e);
    for (int i = 0; i < work->frame_count; i++) {
        caper_transform now = caper_transform_unmul(c->track[i], e->track[i]);
        if (caper_quat_angle(now.rotation, still.rotation) > OWN_TURN ||
            caper_vec3_distance(now.position, still.position) > OWN_WAY * work->character->height) {
            return true;
        }
    }
    return false;
}

static bool skip_rest(caperi_from_clip *work)
{
    float jump = 0;
    bool good = work->clip->loops ||
                caperi_clip_find_rest(work->clip, work->character->size, &work->arena.allocator,
                                      &work->first_frame, &jump);
    work->frame_count -= work->first_frame;
    return good || caperi_from_clip_no_memory(work);
}

bool caperi_take_tracks(caperi_from_clip *work)
{
    if (!skip_rest(work)) {
        return false;
    }
    caper_clip *rooted = caper_clip_extract_root(work->clip, work->character->root_body,
                                                 &work->arena.allocator, work->error);
    if (!rooted) {
        return false;
    }
    caper_arena_mark_point mark = caper_arena_mark(&work->scratch);
    caper_pose pose = {0};
    pose.body_count = work->clip->skeleton.body_count;
    pose.bodies =
        caper_arena_alloc_zero(&work->scratch, (size_t)pose.body_count, sizeof *pose.bodies, 32);
    caper_root *ways =
        caper_arena_alloc_zero(&work->scratch, (size_t)work->frame_count, sizeof *ways, 16);
    bool good = pose.bodies && ways && make_room(work);
    if (good) {
        sample_clip(work, rooted, &pose, ways);
        good = find_way(work, ways);
    }
    if (good) {
        bring_into_way(work);
        for (int k = 0; k < work->effector_count; k++) {
            caperi_clip_effector *e = &work->effectors[k];
            e->spare = e->spare && !e->moves_deform && !has_own_life(work, e);
        }
    }
    caper_arena_release(&work->scratch, mark);
    caper_clip_destroy(rooted);
    return good || caperi_from_clip_no_memory(work);
}
