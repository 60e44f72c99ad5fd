// SPDX-License-Identifier: MIT
//
// The clip of one pair: an actor of the body plays the motion, walks, or takes the capture over,
// and is recorded. Everything that is left to chance (where a target is, where on uneven ground the
// body stands) comes from the seed of the pair, so a pair can be made again alone.
#include "grid/grid.h"

#include "motion/bind.h"

#include <math.h>
#include <string.h>

/// Leg of a person, metres.
#define PERSON_LEG 0.92f
/// Times the frame rate of a job at most, for small bodies.
#define MOST_RATE 8.0f
/// Frames of one clip at most.
#define MOST_FRAMES 100000

const char *caper_grid_place_name(caper_grid_place place)
{
    static const char *const names[] = {"default", "easy", "far", "behind", "unreachable"};
    return (unsigned)place < CAPER_GRID_PLACE_COUNT ? names[place] : NULL;
}

uint64_t caperi_grid_seed(const caper_grid_job *job, const char *body, const char *act)
{
    uint64_t hash = caper_hash64(body, strlen(body) + 1, job->seed);
    return caper_hash64(act, strlen(act) + 1, hash);
}

void caper_grid_take_destroy(caper_grid_take *take)
{
    if (!take) {
        return;
    }
    caper_clip_destroy(take->clip);
    caper_binding_destroy(take->binding);
    caper_world_destroy(take->own_world);
    caper_character_destroy(take->own_character);
    memset(take, 0, sizeof *take);
}

// ------------------------------------------------------------------------------------------ ground

// The act's world to the measure of the body, and a place to stand in it: within two metres (of a
// person) of the origin for what stays, at the origin for walks, which have a way to go.
static bool make_ground(const caper_grid_act *act, caper_rng *rng, caper_grid_take *take,
                        caper_root *root, caper_error *error)
{
    memset(root, 0, sizeof *root);
    if (!act->world) {
        return true;
    }
    float scale = caper_world_scale_for(take->character);
    take->own_world = caper_world_scaled(act->world, scale, NULL, error);
    take->world = take->own_world;
    if (take->world && act->kind == CAPER_GRID_MOTION) {
        root->x = caper_rng_range(rng, -2, 2) * scale;
        root->z = caper_rng_range(rng, -2, 2) * scale;
    }
    caper_hit hit = caper_world_height(take->world, NULL, root->x, root->z, INFINITY);
    root->y = hit.surface != CAPER_SURFACE_NONE ? hit.point.y : 0;
    return take->world != NULL;
}

// ----------------------------------------------------------------------------------------- targets

static caper_vec3 place_target(caper_grid_place place, const caper_character *c, caper_vec3 at,
                               caper_rng *rng)
{
    caper_vec3 center = caper_vec3_scale(caper_vec3_add(c->bounds.min, c->bounds.max), 0.5f);
    caper_vec3 way = caper_vec3_sub(at, center);
    float turn = caper_rng_range(rng, -0.5f, 0.5f);
    float near = 0.1f * c->size;
    switch (place) {
    case CAPER_GRID_EASY:
        at.x += caper_rng_range(rng, -near, near);
        at.y += caper_rng_range(rng, -near, near);
        at.z += caper_rng_range(rng, -near, near);
        break;
    case CAPER_GRID_FAR:
        at = caper_vec3_add_scaled(center, way, 1.5f);
        break;
    case CAPER_GRID_BEHIND:
        at.z = 2 * center.z - at.z;
        at.x += turn * c->size;
        break;
    case CAPER_GRID_UNREACHABLE: {
        caper_vec3 ahead = caper_vec3_make(caper_sin(turn), 0, caper_cos(turn));
        at = caper_vec3_add_scaled(at, ahead, 4 * c->size);
        break;
    }
    default:
        break;
    }
    at.y = caper_max(at.y, 0.02f * c->size); // not below the ground
    return at;
}

static bool find_targets(const caper_grid_act *act, caper_root root, caper_rng *rng,
                         caper_grid_take *take, caper_error *error)
{
    const caper_motion *m = act->motion;
    const caper_branch *branch = &m->branches[take->binding->branch];
    for (int c = 0; c < branch->channel_count; c++) {
        const caper_aim *aim = &branch->channels[c].aim;
        bool known = false;
        for (int k = 0; k < c; k++) {
            const caper_aim *other = &branch->channels[k].aim;
            known = known || (other->kind == CAPER_AIM_TARGET && aim->kind == CAPER_AIM_TARGET &&
                              strcmp(other->target, aim->target) == 0);
        }
        if (aim->kind != CAPER_AIM_TARGET || known) {
            continue;
        }
        caper_vec3 model =
            place_target(act->place, take->character,
                         caperi_motion_target(m, take->character, aim->target, false), rng);
        caper_vec3 world = caper_transform_mul_point(caper_root_transform(root), model);
        caper_transform at = caper_transform_make(caper_quat_identity(), world);
        if (take->target_count == CAPER_MAX_TARGETS) {
            return caper_error_set(error, CAPER_ERROR_LIMIT, m->name, 0, 0, "too many targets");
        }
        take->targets[take->target_count++] = (caper_target){aim->target, at, {0, 0, 0}};
    }
    return true;
}

// ----------------------------------------------------------------------------------------- motions

static caper_play_clip_job play_job(const caper_grid_take *take, caper_root root, const char *name)
{
    caper_play_clip_job play = caper_play_clip_job_default();
    play.actor.character = take->character;
    play.actor.world = take->world;
    play.actor.root = root;
    play.record.recorder.name = name;
    return play;
}

static bool take_motion(const caper_grid_job *job, const caper_grid_act *act, caper_rng *rng,
                        int variant, caper_grid_take *take, bool *skip, caper_error *error)
{
    const caper_motion *motion = act->motion;
    caper_error why = {0};
    take->binding = caper_binding_create(motion, take->character, NULL, &why);
    if (!take->binding || take->binding->variant_count == 0) {
        *skip = !take->binding ? why.status != CAPER_ERROR_MEMORY : true;
        return take->binding ? caper_error_set(error, CAPER_ERROR_INVALID, motion->name, 0, 0,
                                               "no body of '%s' can play it", take->character->name)
                             : (*error = why, false);
    }
    if (take->binding->max_goals == 0) {
        *skip = true;
        return caper_error_set(error, CAPER_ERROR_INVALID, motion->name, 0, 0,
                               "no channel selects a body of '%s'", take->character->name);
    }
    caper_root root;
    if (!make_ground(act, rng, take, &root, error)) {
        return false;
    }
    if (!find_targets(act, root, rng, take, error)) {
        return false;
    }
    caper_play_clip_job play = play_job(take, root, motion->name);
    play.play.motion = motion;
    play.play.variant = variant;
    play.play.speed = take->speed = caper_binding_pace(take->binding, variant < 0 ? 0 : variant);
    if (!(take->speed > 0)) {
        return caper_error_set(error, CAPER_ERROR_MEMORY, motion->name, 0, 0,
                               "no memory to pose it");
    }
    play.targets = take->targets;
    play.target_count = act->place != CAPER_GRID_DEFAULT ? take->target_count : 0;
    // as many frames of the motion on a small body, which is faster; else nothing is smooth
    play.record.recorder.rate = job->rate * caper_clamp(take->speed, 1, MOST_RATE);
    play.record.recorder.loops = motion->loops;
    play.record.seconds = caper_min(motion->duration / take->speed, MOST_FRAMES / job->rate);
    take->clip = caper_play_clip(&play, error);
    take->variant = play.variant;
    return take->clip != NULL;
}

// ------------------------------------------------------------------------------------------- walks

static bool take_walk(const caper_grid_job *job, const caper_grid_act *act, caper_rng *rng,
                      caper_grid_take *take, caper_error *error)
{
    take->own_character =
        caper_character_relax(take->character, NULL, error); // nobody walks in a T
    if (!take->own_character) {
        return false;
    }
    take->character = take->own_character;
    caper_gait_def def = caper_gait_def_default();
    def.character = take->character;
    caper_root root;
    caper_gait *gait =
        make_ground(act, rng, take, &root, error) ? caper_gait_create(&def, error) : NULL;
    if (gait) {
        caper_route route = caper_route_default();
        caper_play_clip_job play = play_job(take, root, act->name);
        route.speed = caper_gait_speed(gait, act->froude);
        play.play.gait = gait;
        play.route = &route;
        play.record.recorder.rate = job->rate;
        // as many steps on every body: time goes by the root of length
        float seconds = job->walk_seconds * sqrtf(caper_gait_length(gait) / PERSON_LEG);
        play.record.seconds = caper_min(seconds, MOST_FRAMES / job->rate);
        take->clip = caper_play_clip(&play, error);
    }
    caper_gait_destroy(gait);
    return take->clip != NULL;
}

// ---------------------------------------------------------------------------------------- captures

static bool take_capture(const caper_grid_act *act, caper_rng *rng, caper_grid_take *take,
                         caper_error *error)
{
    caper_root root;
    if (!make_ground(act, rng, take, &root, error)) {
        return false;
    }
    caper_retarget_job job = caper_retarget_job_default();
    job.clip = act->clip;
    job.from = act->from;
    job.onto = take->character;
    job.method = act->method;
    job.world = take->world;
    take->clip = caper_retarget(&job, error);
    caper_motion_destroy(job.motion);
    return take->clip != NULL;
}

bool caper_grid_take_make(const caper_grid_job *job, const char *name, const caper_grid_body *body,
                          const caper_grid_act *act, int variant, caper_grid_take *take, bool *skip,
                          caper_error *error)
{
    memset(take, 0, sizeof *take);
    take->variant = -1;
    take->character = body->character;
    *skip = false;
    if (act->problem) {
        return caper_error_set(error, CAPER_ERROR_INVALID, NULL, 0, 0, "%s", act->problem);
    }
    caper_rng rng = caper_rng_make(caperi_grid_seed(job, name, act->name));
    switch (act->kind) {
    case CAPER_GRID_MOTION:
        return take_motion(job, act, &rng, variant, take, skip, error);
    case CAPER_GRID_CAPTURE:
        return take_capture(act, &rng, take, error);
    case CAPER_GRID_WALK:
        return take_walk(job, act, &rng, take, error);
    default:
        return caper_error_set(error, CAPER_ERROR_INVALID, act->name, 0, 0, "no kind of act");
    }
}
