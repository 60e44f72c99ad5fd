// SPDX-License-Identifier: MIT
//
// Saving and loading a walker. Bytes are of this machine's order and of this version; every number
// is looked at before it is taken, so that no bytes make a walker that hangs or walks off.
#include "gait/gait.h"

#include <math.h>
#include <string.h>

#define MOST 1e9f       // metres, radians and their rates
#define MOST_YAW 1e4f   // radians, as a job may have it
#define MOST_SPEED 1e6f // m/s, as a command may have it
#define MOST_SPIN 1e3f  // rad/s: faster than any body turns

size_t caper_walker_save(const caper_walker *walker, void *out, size_t size)
{
    size_t feet = (size_t)walker->gait->foot_count * sizeof(caperi_foot);
    size_t need = sizeof walker->state + feet;
    if (out && size >= need) {
        memcpy(out, &walker->state, sizeof walker->state);
        memcpy((char *)out + sizeof walker->state, walker->feet, feet);
    }
    return need;
}

// ------------------------------------------------------------------------------------ looking

static bool good_floats(const float *values, int count)
{
    for (int i = 0; i < count; i++) {
        if (!(fabsf(values[i]) <= MOST)) {
            return false;
        }
    }
    return true;
}

static bool good_vectors(const caper_vec3 *vectors, int count)
{
    for (int i = 0; i < count; i++) {
        if (!good_floats(&vectors[i].x, 3)) {
            return false;
        }
    }
    return true;
}

// Unit, or zero where it was never set.
static bool good_turn(caper_quat q)
{
    return caper_quat_dot(q, q) == 0.0f || caper_quat_is_unit(q, 1e-2f);
}

static bool good_foot(const caperi_foot *f)
{
    const float numbers[] = {f->phase,         f->lift_phase,       f->duty,
                             f->rate,          f->wish_yaw,         f->over,
                             f->height,        f->height_goal,      f->tip,
                             f->guard,         f->guard_velocity,   f->deep,
                             f->load,          f->ground,           f->front,
                             f->back,          f->roll.strike,      f->roll.rise,
                             f->roll.off,      f->roll.slows,       f->left.value,
                             f->left.velocity, f->left.acceleration};
    const caper_vec3 vectors[] = {f->position,    f->anchor,         f->local,
                                  f->target,      f->normal,         f->wish,
                                  f->drift.value, f->drift.velocity, f->drift.acceleration,
                                  f->twist.value, f->twist.velocity, f->twist.acceleration,
                                  f->velocity,    f->going,          f->start};
    return good_floats(numbers, CAPER_COUNT_OF(numbers)) &&
           good_vectors(vectors, CAPER_COUNT_OF(vectors)) && f->phase >= 0.0f && f->phase <= 2.0f &&
           f->lift_phase >= 0.0f && f->lift_phase < 1.0f && f->duty >= 0.0f && f->duty <= 1.0f &&
           (f->stands | f->decided | f->rough | f->cramped | 1) == 1 && f->platform >= -1 &&
           f->replans >= 0 && good_turn(f->rotation) && good_turn(f->anchor_rotation) &&
           good_turn(f->local_rotation) && good_turn(f->start_rotation) &&
           good_turn(f->goal_rotation);
}

// A trail begins where the front end is, or the way between would be laid point by point.
static bool good_trail(const caper_gait *gait, const caperi_walker_state *s)
{
    float most = 100.0f * (gait->link_length + gait->length);
    bool used = gait->mode != CAPER_GAIT_WALK && s->placed;
    return good_vectors(s->trail, CAPERI_TRAIL) && good_vectors(&s->front, 1) &&
           fabs(s->trail_arc) < 1e12 && fabs(s->travel) < 1e12 &&
           fabs(s->travel - s->trail_arc) <= (double)most &&
           (!used || caper_vec3_distance(s->trail[0], s->front) <= most);
}

static bool good_state(const caper_gait *gait, const caperi_walker_state *s)
{
    const float numbers[] = {s->root.x,
                             s->root.y,
                             s->root.z,
                             s->root.yaw,
                             s->turn,
                             s->yaw_rate,
                             s->height_velocity,
                             s->frequency,
                             s->activity,
                             s->effort,
                             s->effort_velocity,
                             s->rise,
                             s->rise_velocity,
                             s->slope,
                             s->steep,
                             s->crouch,
                             s->stride,
                             s->height.value,
                             s->height.velocity,
                             s->height.acceleration,
                             s->lowered,
                             s->run,
                             s->bounced,
                             s->duty,
                             s->roll,
                             s->uneven,
                             s->pace,
                             s->bend_yaw,
                             s->curve,
                             s->curve_velocity,
                             s->look,
                             s->look_velocity};
    const caper_vec3 vectors[] = {s->velocity, s->acceleration,    s->wish, s->wish_velocity,
                                  s->offset,   s->offset_velocity, s->tilt, s->tilt_velocity};
    bool good =
        good_floats(numbers, CAPER_COUNT_OF(numbers)) &&
        good_vectors(vectors, CAPER_COUNT_OF(vectors)) && good_trail(gait, s) &&
        good_floats(s->lifts, CAPERI_CHAINS) && good_floats(s->lift_velocities, CAPERI_CHAINS) &&
        good_floats(s->heights, CAPERI_LINKS) && good_floats(s->headings, CAPERI_BEND) &&
        good_floats(s->turns, CAPERI_BEND) && good_floats(s->turn_velocities, CAPERI_BEND) &&
        good_floats(s->rises, CAPERI_BEND) && good_floats(s->rise_velocities, CAPERI_BEND) &&
        good_floats(s->swings, CAPERI_ARMS) && good_floats(s->swing_velocities, CAPERI_ARMS) &&
        good_floats(s->backs, CAPERI_ARMS) && good_floats(s->elbows, CAPERI_ARMS) &&
        good_floats(s->elbow_velocities, CAPERI_ARMS);
    for (int g = 0; g < CAPER_GAIT_MAX_GROUPS; g++) {
        good = good && s->skip[g] >= (s->placed ? 1 : 0) && s->skip[g] <= 4;
    }
    return good && s->cycles >= 0.0 && s->cycles <= 1e6 && s->total_cycles >= 0.0 &&
           s->total_cycles < 1e15 && s->placed >= 0 && s->placed <= 2 && (s->idle | 1) == 1 &&
           s->frequency >= 0.0f && s->pace >= 0.0f && s->duty >= 0.0f && s->duty <= 1.0f &&
           fabsf(s->root.yaw) < MOST_YAW && fabsf(s->turn) < MOST_YAW &&
           fabsf(s->yaw_rate) < MOST_SPIN && caper_vec3_length(s->wish) < MOST_SPEED &&
           caper_vec3_length(s->velocity) < MOST_SPEED;
}

bool caper_walker_load(caper_walker *walker, const void *bytes, size_t size, caper_error *error)
{
    const caper_gait *gait = walker->gait;
    const char *feet = (const char *)bytes + sizeof walker->state;
    caperi_walker_state state;
    if (!bytes || size != caper_walker_save(walker, NULL, 0)) {
        return caper_error_set(error, CAPER_ERROR_INVALID, "walker", 0, 0,
                               "%zu bytes are no state of this walker", size);
    }
    memcpy(&state, bytes, sizeof state);
    bool good = state.plan == walker->state.plan && good_state(gait, &state);
    for (int i = 0; i < gait->foot_count && good; i++) {
        caperi_foot foot;
        memcpy(&foot, feet + (size_t)i * sizeof foot, sizeof foot);
        good = good_foot(&foot);
    }
    if (!good) {
        return caper_error_set(error, CAPER_ERROR_INVALID, "walker", 0, 0,
                               "the state is of another gait, or damaged");
    }
    walker->state = state;
    memcpy(walker->feet, feet, (size_t)gait->foot_count * sizeof(caperi_foot));
    if (gait->mode == CAPER_GAIT_WALK) {
        caperi_spine_pose(walker);
    }
    return true;
}
