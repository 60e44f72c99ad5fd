// SPDX-License-Identifier: MIT
//
// Recorded frames without jumps. A frame is made from what was before it, and not all that poses a
// body is smooth in time: limits begin to bind, a leg comes to its full length, a foot is let go. A
// recording has the frames that follow as well, so jumps are spread over the frames around them.
//
// What jumps is found as the judge finds it: a body off the path of its neighbours in time. Joints
// that lead to it are averaged with their neighbours, strongest there and not at all a few strides
// away, and this is done again until nothing jumps; all other frames stay as they are, to the bit.
// Feet are averaged on their own, as paths in the world, and not while they stand: legs are solved
// to them again. (Lee and Shin 1999 smooth what an editor added, with the same justification: the
// captured motion itself is smooth.)
#include "actor/actor.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// Of size, off the path: 0.8 of the gates for pops (METRICS).
#define JUMP_TRUNK 0.008f  // of size
#define JUMP_LIMB 0.016f   // of size
#define STRIDE (1 / 60.0f) // seconds at size 1.8 between neighbours (METRICS)
#define REACH 5        // strides to either side over which a jump is spread; of 3, 5, 8 not swept
#define MOST_PASSES 16 // times that all is averaged; what jumps then jumps on
#define WITH_TRUNK 5   // passes after which the trunk of a limb that still jumps is averaged too
#define STEP_PASSES 3  // times that ways of feet are averaged
#define GIVE 0.003f    // share by which legs may stretch more for that
#define STRETCH 1.04f  // times their length that legs are before that, at most
#define SOFTEN 0.2f    // share of a limb over which it nears straight: as walks have it
#define SLACK 1e-3f    // of size: a foot so little too low is left there
#define LOOSE 0.005f   // of size: one so far below does not mind its limits at all
#define FLIPS 1.5f     // radians from its base: a limb that is solved so far away flips
#define SLIDES 0.003f  // of size, 5 mm of a person: a foot that stands may move so far (METRICS)
#define TURNS 1.05f    // radians from frame to frame: a joint that flips (METRICS)
#define NEAR 1e-5f     // of size: a foot so near to its path needs no solving

typedef struct work {
    const caperi_ease_job *job;
    const caper_character *character;
    int frames, bodies, ends, stride;
    int *end_body;
    float *lowest;                    // metres, of each end
    caper_transform *world, *last;    // frames x bodies
    caper_transform *paths, *paths_2; // of ends, frames x ends
    float *mask, *end_mask;           // frames x bodies, frames x ends
    uint8_t *stands;                  // frames x ends
    uint8_t *flies;                   // per frame: nothing stands that does at other times
    uint8_t *asked;                   // per body: 0 not asked, 1 trunk, 2 limb
    uint8_t *marked;                  // per frame
    float *jumps, *first_jumps;       // per frame: the widest jump, of what is allowed
    float *back;                      // per frame, by what share it is put back
    caper_transform *kept, *base;     // one frame
    caper_goal *goals;                // of ends and the root body
    caper_root *last_roots, *first_roots;
    caper_transform *first, *first_paths; // as they came
} work;

static caper_transform *at(const work *w, caper_transform *of, int frame, int body)
{
    return of + (size_t)frame * (size_t)w->bodies + (size_t)body;
}

// ------------------------------------------------------------------------------------ set up

static void find_asked(work *w)
{
    const caper_character *c = w->character;
    for (int b = 0; b < w->bodies; b++) {
        int up = c->bodies[b].parent;
        caper_caps caps = c->bodies[b].caps, ends = CAPER_CAP_FOOT | CAPER_CAP_GRASPER;
        bool tip = up >= 0 && !(caps & ends) && ((c->bodies[up].caps & ends) || !w->asked[up]);
        bool trunk = (caps & (CAPER_CAP_SPINE | CAPER_CAP_HEAD)) != 0;
        w->asked[b] = tip || (caps & CAPER_CAP_HELPER) ? 0 : trunk ? 1 : 2;
    }
}

/// Feet, and all else that ever stands.
static void find_ends(work *w)
{
    const caper_character *c = w->character;
    for (int b = 0; b < w->bodies; b++) {
        bool end = false;
        for (int i = 0; i < c->leg_count; i++) {
            end = end || c->legs[i].foot == b;
        }
        for (int i = 0; i < w->job->contact_count; i++) {
            end = end || w->job->contacts[i].body == b;
        }
        if (end) {
            w->end_body[w->ends++] = b;
        }
    }
}

static void find_stances(work *w)
{
    for (int i = 0; i < w->job->contact_count; i++) {
        const caper_contact *contact = &w->job->contacts[i];
        int from = (int)floorf(contact->start * w->job->rate);
        int to = (int)ceilf(contact->end * w->job->rate);
        for (int k = 0; k < w->ends; k++) {
            for (int f = from; f <= to && w->end_body[k] == contact->body; f++) {
                if (f >= 0 && f < w->frames) {
                    w->stands[f * w->ends + k] = 1;
                }
            }
        }
    }
}

/// What is thrown is on its parabola, and leaves the ground and comes down as hard as that says.
static void find_flights(work *w)
{
    bool any = false;
    for (int f = 0; f < w->frames; f++) {
        w->flies[f] = 1;
        for (int k = 0; k < w->ends; k++) {
            w->flies[f] &= !w->stands[f * w->ends + k];
        }
        any = any || !w->flies[f];
    }
    if (!any) { // it swims, or nobody said what stands
        memset(w->flies, 0, (size_t)w->frames);
    }
}

static void place_frame(work *w, int frame)
{
    const caper_character *c = w->character;
    caper_transform *out = at(w, w->world, frame, 0);
    const caper_transform *local = at(w, w->job->frames, frame, 0);
    caper_transform root = caper_root_transform(w->job->roots[frame]);
    for (int b = 0; b < w->bodies; b++) {
        int up = c->bodies[b].parent;
        out[b] = caper_transform_mul(up >= 0 ? out[up] : root, local[b]);
    }
}

static bool make_work(work *w, const caperi_ease_job *job, caper_arena *arena)
{
    memset(w, 0, sizeof *w);
    w->job = job;
    w->character = job->actor->character;
    w->frames = job->frame_count;
    w->bodies = w->character->body_count;
    float stride = STRIDE * sqrtf(job->size / 1.8f) * job->rate;
    w->stride = stride < 1 ? 1 : (int)(stride + 0.5f);
    size_t n = (size_t)w->frames, all = n * (size_t)w->bodies, one = sizeof(caper_transform);
    w->end_body = caper_arena_alloc_zero(arena, (size_t)w->bodies, sizeof(int), 16);
    w->lowest = caper_arena_alloc_zero(arena, (size_t)w->bodies, sizeof(float), 16);
    w->asked = caper_arena_alloc_zero(arena, (size_t)w->bodies, 1, 16);
    w->marked = caper_arena_alloc_zero(arena, n, 1, 16);
    w->jumps = caper_arena_alloc_zero(arena, n, sizeof(float), 16);
    w->first_jumps = caper_arena_alloc_zero(arena, n, sizeof(float), 16);
    w->back = caper_arena_alloc_zero(arena, n, sizeof(float), 16);
    w->world = caper_arena_alloc_zero(arena, all, one, 32);
    w->last = caper_arena_alloc_zero(arena, all, one, 32);
    w->mask = caper_arena_alloc_zero(arena, all, sizeof(float), 32);
    w->last_roots = caper_arena_alloc_zero(arena, n, sizeof(caper_root), 32);
    w->first_roots = caper_arena_alloc_zero(arena, n, sizeof(caper_root), 32);
    w->first = caper_arena_alloc_zero(arena, all, one, 32);
    if (!w->end_body || !w->lowest || !w->asked || !w->marked || !w->jumps || !w->first_jumps ||
        !w->back || !w->world || !w->last || !w->mask || !w->last_roots || !w->first_roots ||
        !w->first) {
        return false;
    }
    find_asked(w);
    find_ends(w);
    size_t ends = n * (size_t)(w->ends + 1);
    w->paths = caper_arena_alloc_zero(arena, ends, one, 32);
    w->paths_2 = caper_arena_alloc_zero(arena, ends, one, 32);
    w->first_paths = caper_arena_alloc_zero(arena, ends, one, 32);
    w->end_mask = caper_arena_alloc_zero(arena, ends, sizeof(float), 32);
    w->stands = caper_arena_alloc_zero(arena, ends, 1, 16);
    w->flies = caper_arena_alloc_zero(arena, n, 1, 16);
    w->kept = caper_arena_alloc_zero(arena, (size_t)w->bodies, one, 32);
    w->base = caper_arena_alloc_zero(arena, (size_t)w->bodies, one, 32);
    w->goals = caper_arena_alloc_zero(arena, (size_t)(w->ends + 1), sizeof *w->goals, 32);
    if (!w->paths || !w->paths_2 || !w->first_paths || !w->end_mask || !w->stands || !w->flies ||
        !w->kept || !w->base || !w->goals) {
        return false;
    }
    find_stances(w);
    find_flights(w);
    for (int f = 0; f < w->frames; f++) {
        place_frame(w, f);
        for (int k = 0; k < w->ends; k++) {
            caper_transform there = *at(w, w->world, f, w->end_body[k]);
            w->paths[f * w->ends + k] = there;
            w->lowest[k] = f == 0 ? there.position.y : caper_min(w->lowest[k], there.position.y);
        }
    }
    return true;
}

// ------------------------------------------------------------------------------------ jumps

/// How far a body is off the path of its neighbours.
static float off_path(work *w, int frame, int body, int step)
{
    caper_vec3 a = at(w, w->world, frame - 2 * step, body)->position;
    caper_vec3 b = at(w, w->world, frame - step, body)->position;
    caper_vec3 c = at(w, w->world, frame + step, body)->position;
    caper_vec3 d = at(w, w->world, frame + 2 * step, body)->position;
    caper_vec3 path = caper_vec3_sub(caper_vec3_scale(caper_vec3_add(b, c), 4 / 6.0f),
                                     caper_vec3_scale(caper_vec3_add(a, d), 1 / 6.0f));
    return caper_vec3_distance(path, at(w, w->world, frame, body)->position);
}

static void spread(const work *w, float *mask, int width, int column, int frame)
{
    int reach = REACH * w->stride;
    for (int f = frame - reach + 1; f < frame + reach; f++) {
        float share = 1 - fabsf((float)(f - frame)) / (float)reach;
        if (f >= 0 && f < w->frames) {
            float *m = &mask[(size_t)f * (size_t)width + (size_t)column];
            *m = caper_max(*m, share);
            w->marked[f] = 1;
        }
    }
}

/// Mark what leads to a body that jumps: its limb; the trunk, where that is not enough.
static void mark(work *w, int frame, int body, bool trunk_too)
{
    const caper_character *c = w->character;
    bool limb = w->asked[body] == 2;
    for (int b = body; b >= 0; b = c->bodies[b].parent) {
        if (limb && !trunk_too && c->bodies[b].base < 0) {
            break;
        }
        spread(w, w->mask, w->bodies, b, frame);
    }
    for (int k = 0; k < w->ends; k++) {
        int end = w->end_body[k];
        if (end == body ||
            (c->bodies[end].base >= 0 && c->bodies[end].base == c->bodies[body].base)) {
            spread(w, w->end_mask, w->ends, k, frame);
        }
    }
}

/// Mark what leads to jumps; how many there are.
static int find_jumps(work *w, int pass)
{
    int count = 0;
    float size = w->character->size;
    memset(w->mask, 0, (size_t)w->frames * (size_t)w->bodies * sizeof(float));
    memset(w->end_mask, 0, (size_t)w->frames * (size_t)w->ends * sizeof(float));
    memset(w->marked, 0, (size_t)w->frames);
    memset(w->jumps, 0, (size_t)w->frames * sizeof *w->jumps);
    for (int f = 2 * w->stride; f + 2 * w->stride < w->frames; f++) {
        for (int b = 0; b < w->bodies; b++) {
            float most = size * (w->asked[b] == 1 ? JUMP_TRUNK : JUMP_LIMB);
            if (!w->asked[b] || (w->asked[b] == 1 && w->flies[f])) {
                continue;
            }
            float off = off_path(w, f, b, w->stride);
            off = w->stride > 1 ? caper_max(off, off_path(w, f, b, 1)) : off;
            if (off > most) {
                mark(w, f, b, pass >= WITH_TRUNK);
                w->jumps[f] = caper_max(w->jumps[f], off / most);
                count++;
            }
        }
    }
    return count;
}

// ------------------------------------------------------------------------------------ averages

static const float kernel[5] = {1 / 16.0f, 4 / 16.0f, 6 / 16.0f, 4 / 16.0f, 1 / 16.0f};

/// The mean of a transform and its neighbours in time, by a share.
static caper_transform average(const caper_transform *items, int width, int step, float share,
                               bool bone)
{
    caper_transform now = items[0];
    caper_vec3 position = caper_vec3_zero();
    caper_quat sum = {0, 0, 0, 0};
    float length = 0;
    for (int k = -2; k <= 2; k++) {
        const caper_transform *t = items + (ptrdiff_t)k * step * width;
        caper_quat q = caper_quat_toward(t->rotation, now.rotation);
        float weight = kernel[k + 2];
        position = caper_vec3_add_scaled(position, t->position, weight);
        length += weight * caper_vec3_length(t->position);
        sum.x += weight * q.x;
        sum.y += weight * q.y;
        sum.z += weight * q.z;
        sum.w += weight * q.w;
    }
    position = caper_vec3_lerp(now.position, position, share);
    if (bone) { // joints of a bone that turns about keep their distance
        length = caper_lerp(caper_vec3_length(now.position), length, share);
        position = caper_vec3_scale(caper_vec3_normalize_or(position, now.position), length);
    }
    return caper_transform_make(caper_quat_nlerp(now.rotation, caper_quat_normalize(sum), share),
                                position);
}

static caper_root average_root(const caper_root *roots, int step, float share)
{
    caper_root r = roots[0], mean = {0, 0, 0, 0};
    for (int k = -2; k <= 2; k++) {
        const caper_root *t = roots + (ptrdiff_t)k * step;
        mean.x += kernel[k + 2] * t->x;
        mean.y += kernel[k + 2] * t->y;
        mean.z += kernel[k + 2] * t->z;
        mean.yaw += kernel[k + 2] * t->yaw;
    }
    return (caper_root){caper_lerp(r.x, mean.x, share), caper_lerp(r.y, mean.y, share),
                        caper_lerp(r.z, mean.z, share), caper_lerp(r.yaw, mean.yaw, share)};
}

static void average_all(work *w, int step)
{
    size_t n = (size_t)w->frames;
    memcpy(w->last, w->job->frames, n * (size_t)w->bodies * sizeof *w->last);
    memcpy(w->last_roots, w->job->roots, n * sizeof *w->last_roots);
    memcpy(w->paths_2, w->paths, n * (size_t)w->ends * sizeof *w->paths);
    for (int f = 2 * step; f + 2 * step < w->frames; f++) {
        for (int b = 0; b < w->bodies && w->marked[f]; b++) {
            float share = w->mask[(size_t)f * (size_t)w->bodies + (size_t)b];
            share = w->flies[f] && w->character->bodies[b].base < 0 ? 0 : share;
            if (share > 0) {
                *at(w, w->job->frames, f, b) = average(at(w, w->last, f, b), w->bodies, step, share,
                                                       w->character->bodies[b].parent >= 0);
            }
            if (share > 0 && w->character->bodies[b].parent < 0) {
                w->job->roots[f] = average_root(w->last_roots + f, step, share);
            }
        }
        for (int k = 0; k < w->ends && w->marked[f]; k++) {
            int i = f * w->ends + k;
            if (w->end_mask[i] > 0 && !w->stands[i]) {
                w->paths[i] = average(w->paths_2 + i, w->ends, step, w->end_mask[i], false);
            }
        }
    }
}

// ------------------------------------------------------------------------------------ feet

static bool ends_are_there(work *w, int frame)
{
    for (int k = 0; k < w->ends; k++) {
        caper_vec3 to = w->paths[frame * w->ends + k].position;
        caper_vec3 there = at(w, w->world, frame, w->end_body[k])->position;
        if (caper_vec3_distance(to, there) > NEAR * w->character->size) {
            return false;
        }
    }
    return true;
}

static caper_goal goal_at(int body, caper_transform to)
{
    caper_goal goal = caper_goal_default();
    goal.body = body;
    goal.position = to.position;
    goal.rotation = to.rotation;
    goal.position_weight = goal.rotation_weight = 1;
    goal.give = GIVE;
    goal.soften = SOFTEN;
    return goal;
}

/// Ends that their limits keep below where they ever were mind them less; false when none is.
static bool loosen(work *w, int frame, caper_goal *goals)
{
    bool any = false;
    for (int k = 0; k < w->ends; k++) {
        float low = w->lowest[k] - at(w, w->world, frame, w->end_body[k])->position.y;
        if (goals[k].strict > 0 && low > SLACK * w->character->size) {
            goals[k].strict = 1 - caper_smoothstep(0, LOOSE * w->character->size, low);
            any = true;
        }
    }
    return any;
}

static void solve_goals(work *w, int frame, const caper_pose *base, int count)
{
    caper_actor *actor = w->job->actor;
    caper_pose local = {at(w, w->job->frames, frame, 0), NULL, w->bodies, 0};
    caper_solve_job solve = caper_solve_job_default();
    solve.solver = actor->solver;
    solve.params = &actor->params;
    solve.goals = w->goals;
    solve.goal_count = count;
    solve.base_local = base;
    solve.calm = true;
    solve.scratch = actor->scratch;
    solve.local_out = &local;
    caper_solve(&solve);
    place_frame(w, frame);
}

/// Limbs to where their ends are; the trunk stays.
static void solve_frame(work *w, int frame)
{
    caper_actor *actor = w->job->actor;
    caper_goal *goals = w->goals;
    place_frame(w, frame);
    if (ends_are_there(w, frame) || w->ends + 1 > actor->goal_capacity) {
        return;
    }
    caper_transform root = caper_root_transform(w->job->roots[frame]);
    int body = w->character->root_body;
    goals[0] = goal_at(body, caper_transform_unmul(root, *at(w, w->world, frame, body)));
    for (int k = 0; k < w->ends; k++) {
        caper_transform to = caper_transform_unmul(root, w->paths[frame * w->ends + k]);
        goals[k + 1] = goal_at(w->end_body[k], to);
        bool stands = w->stands[frame * w->ends + k];
        goals[k + 1].strict = stands ? 0 : 1;
        goals[k + 1].rotation_weight = stands ? 1 : 0; // in the air its leg turns it
    }
    caper_pose local = {at(w, w->job->frames, frame, 0), NULL, w->bodies, 0};
    caper_pose base = {w->base, NULL, w->bodies, 0};
    caper_pose_copy(&base, &local);
    for (int b = 0; b < w->bodies; b++) { // what stretches a little in every pass stretches much
        caper_vec3 rest = w->character->skeleton.rest_local[b].position,
                   *now = &base.bodies[b].position;
        float bone = caper_vec3_length(rest), length = caper_vec3_length(*now);
        if (w->character->bodies[b].base >= 0 && length > STRETCH * bone) {
            *now = caper_vec3_scale(*now, STRETCH * bone / length);
        }
    }
    memcpy(w->kept, local.bodies, (size_t)w->bodies * sizeof *w->kept);
    solve_goals(w, frame, &base, w->ends + 1);
    if (loosen(w, frame, goals + 1)) {
        solve_goals(w, frame, &base, w->ends + 1);
    }
    for (int b = 0; b < w->bodies; b++) {
        if (caper_quat_angle(base.bodies[b].rotation, local.bodies[b].rotation) > FLIPS) {
            memcpy(local.bodies, w->kept, (size_t)w->bodies * sizeof *w->kept);
            place_frame(w, frame);
            return; // solved another way round: rather off its path
        }
    }
}

/// Robots turn as their hinges let them, whatever the average of two turns is.
static void obey(work *w, int frame)
{
    if (w->character->hinge_count > 0) {
        caper_pose local = {at(w, w->job->frames, frame, 0), NULL, w->bodies, 0};
        caper_character_obey(w->character, &local);
        place_frame(w, frame);
    }
}

/// All ways of feet between two stances.
static void mark_steps(work *w)
{
    memset(w->mask, 0, (size_t)w->frames * (size_t)w->bodies * sizeof(float));
    for (int i = 0; i < w->frames * w->ends; i++) {
        w->end_mask[i] = 1;
    }
    memset(w->marked, 1, (size_t)w->frames);
}

static void average_and_solve(work *w, int pass)
{
    average_all(w, pass % 2 ? 1 : w->stride);
    for (int f = 0; f < w->frames; f++) {
        if (w->marked[f]) {
            solve_frame(w, f);
            obey(w, f);
        }
    }
}

// ------------------------------------------------------------------------------------ put back

/// Was a foot that stands moved? A leg that could not be solved to it may have been.
static bool slides(const work *w, int frame)
{
    for (int k = 0; k < w->ends; k++) {
        caper_vec3 there = at(w, w->world, frame, w->end_body[k])->position;
        caper_vec3 stood = w->paths[frame * w->ends + k].position;
        bool off = caper_vec3_distance(there, stood) > SLIDES * w->character->size;
        if (off && w->stands[frame * w->ends + k]) {
            return true;
        }
    }
    return false;
}

/// Does a joint turn at once that did not?
static bool flips(const work *w, int frame)
{
    for (int b = 0; b < w->bodies && frame > 0; b++) {
        caper_quat now = at(w, w->job->frames, frame, b)->rotation;
        caper_quat last = at(w, w->job->frames, frame - 1, b)->rotation;
        if (caper_quat_angle(now, last) > TURNS &&
            caper_quat_angle(at(w, w->first, frame, b)->rotation,
                             at(w, w->first, frame - 1, b)->rotation) <= TURNS) {
            return true;
        }
    }
    return false;
}

/// Does something jump farther than it did, and all in all about here too, or farther than anything
/// did?
static bool jumps_more(const work *w, int frame, int reach)
{
    float now = 0, first = 0, widest = 0;
    for (int f = 0; f < w->frames; f++) {
        bool near = abs(f - frame) <= reach;
        now += near ? w->jumps[f] : 0;
        first += near ? w->first_jumps[f] : 0;
        widest = caper_max(widest, w->first_jumps[f]);
    }
    return w->jumps[frame] > w->first_jumps[frame] && (now >= first || w->jumps[frame] > widest);
}

/// Mark what is to be put back: where a foot slid or more jumps than did, all that it is made of,
/// and less and less beside. False when nothing is.
static bool find_worse(work *w)
{
    int reach = REACH * w->stride, all = reach + 2 * w->stride;
    bool any = false;
    find_jumps(w, 0);
    memset(w->marked, 0, (size_t)w->frames);
    for (int f = 0; f < w->frames; f++) {
        bool worse =
            slides(w, f) || flips(w, f) || (w->jumps[f] > 0 && jumps_more(w, f, all + reach));
        any = any || worse;
        for (int g = f - all - reach; worse && g <= f + all + reach; g++) {
            float share = caper_min(1 - (float)(abs(g - f) - all) / (float)reach, 1);
            if (g >= 0 && g < w->frames && share > w->back[g]) {
                w->back[g] = share;
                w->marked[g] = 1;
            }
        }
    }
    return any;
}

static void put_frame_back(work *w, int frame, float share)
{
    caper_transform *now = at(w, w->job->frames, frame, 0), *first = at(w, w->first, frame, 0);
    caper_root *root = &w->job->roots[frame], from = w->first_roots[frame];
    for (int k = 0; k < w->ends; k++) {
        int i = frame * w->ends + k;
        w->paths[i] = caper_transform_lerp(w->paths[i], w->first_paths[i], share);
    }
    if (share == 1) { // to the bit
        memcpy(now, first, (size_t)w->bodies * sizeof *now);
        *root = from;
        place_frame(w, frame);
        return;
    }
    for (int b = 0; b < w->bodies; b++) {
        now[b] = caper_transform_lerp(now[b], first[b], share);
    }
    *root =
        (caper_root){caper_lerp(root->x, from.x, share), caper_lerp(root->y, from.y, share),
                     caper_lerp(root->z, from.z, share), caper_lerp(root->yaw, from.yaw, share)};
    solve_frame(w, frame);
    obey(w, frame);
}

/// Legs can be solved in more ways than one: where that went wrong frames are as they were. Each
/// turn puts at least one frame back for good, so this ends.
static void put_back(work *w)
{
    while (find_worse(w)) {
        for (int f = 0; f < w->frames; f++) {
            if (w->marked[f]) {
                put_frame_back(w, f, w->back[f]);
            }
        }
    }
}

bool caperi_ease(const caperi_ease_job *job)
{
    caper_arena arena;
    caper_arena_init(&arena, &job->actor->allocator, 1 << 16);
    work w;
    bool good = make_work(&w, job, &arena);
    if (good) {
        size_t frames = (size_t)w.frames;
        memcpy(w.first, job->frames, frames * (size_t)w.bodies * sizeof *w.first);
        memcpy(w.first_roots, job->roots, frames * sizeof *w.first_roots);
        memcpy(w.first_paths, w.paths, frames * (size_t)w.ends * sizeof *w.paths);
        find_jumps(&w, 0);
        memcpy(w.first_jumps, w.jumps, frames * sizeof *w.jumps);
        for (int pass = 0; job->steps && pass < STEP_PASSES; pass++) {
            mark_steps(&w);
            average_and_solve(&w, pass);
        }
        for (int pass = 0; pass < MOST_PASSES && find_jumps(&w, pass) > 0; pass++) {
            average_and_solve(&w, pass);
        }
        put_back(&w);
    }
    caper_arena_destroy(&arena);
    return good;
}
