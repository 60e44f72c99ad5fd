// SPDX-License-Identifier: MIT
//
// Saving and loading a walker. Bytes are of this machine's order and of this version; every number
// is checked before it is taken, so that no bytes make a walker that hangs or walks off.
#include "gait/gait.h"

#include <math.h>
#include <string.h>

#define MOST 1e9f          // metres, radians and their rates
#define MOST_TIP 100.0f    // radians, and those of one flight: soles turn by less than one
#define MOST_LEGS 100.0f   // leg lengths that a foot may be from its body
#define MOST_YAW 1e4f      // radians, as a job may have it
#define MOST_FROUDE 100.0f // of a walk that was entered at any speed; its own is 4 at most
#define MOST_SPIN 1e3f     // rad/s: faster than any body turns

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

// A sole turns by angles, and its roll begins before its stance is over.
static bool good_roll(const caperi_foot *f)
{
    const caperi_roll *r = &f->roll;
    return r->strike >= 0.0f && r->strike <= 2.0f && r->rise >= 0.0f && r->rise <= 2.0f &&
           r->off >= 0.0f && r->off <= 0.95f && r->slows >= 0.0f && r->slows <= 1.0f &&
           fabsf(f->tip) <= MOST_TIP && fabsf(f->left.value) <= MOST_TIP &&
           fabsf(f->left.velocity) <= MOST_TIP && fabsf(f->left.acceleration) <= MOST_TIP;
}

static bool good_foot(const caperi_foot *f)
{
    const float numbers[] = {f->phase,
                             f->lift_phase,
                             f->duty,
                             f->rate,
                             f->wish_yaw,
                             f->over,
                             f->height,
                             f->height_goal,
                             f->tip,
                             f->guard,
                             f->guard_velocity,
                             f->deep,
                             f->load,
                             f->ground,
                             f->front,
                             f->back,
                             f->roll.strike,
                             f->roll.rise,
                             f->roll.off,
                             f->roll.slows,
                             f->left.value,
                             f->left.velocity,
                             f->left.acceleration,
                             f->steps,
                             f->late};
    const caper_vec3 vectors[] = {f->position,    f->anchor,         f->local,
                                  f->target,      f->normal,         f->wish,
                                  f->drift.value, f->drift.velocity, f->drift.acceleration,
                                  f->twist.value, f->twist.velocity, f->twist.acceleration,
                                  f->velocity,    f->going,          f->start,
                                  f->start_normal};
    return good_floats(numbers, CAPER_COUNT_OF(numbers)) && good_roll(f) &&
           good_vectors(vectors, CAPER_COUNT_OF(vectors)) && f->phase >= 0.0f && f->phase <= 2.0f &&
           f->lift_phase >= 0.0f && f->lift_phase < 1.0f && f->duty >= 0.0f && f->duty <= 1.0f &&
           (f->stands | f->decided | f->rough | f->cramped | f->hovers | f->start_cramped | 1) ==
               1 &&
           f->platform >= -1 && f->start_platform >= -1 && f->replans >= 0 && f->steps >= 0.0f &&
           f->steps <= 1.0f && f->late >= 0.0f && good_turn(f->rotation) &&
           good_turn(f->anchor_rotation) && good_turn(f->local_rotation) &&
           good_turn(f->start_rotation) && good_turn(f->goal_rotation);
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

// Feet are where their body is: one that is not would be met by steps of its own length.
static bool near_root(const caper_gait *gait, const caperi_walker_state *s, const caperi_foot *f)
{
    const caper_vec3 places[] = {f->position, f->anchor, f->target, f->wish, f->start};
    float fast = MOST_LEGS * caper_gait_speed(gait, MOST_FROUDE);
    const caper_vec3 speeds[] = {f->velocity, f->going, f->drift.velocity};
    caper_vec3 root = caper_vec3_make(s->root.x, s->root.y, s->root.z);
    float most = MOST_LEGS * (gait->length + gait->radius);
    for (int i = 0; s->placed && i < CAPER_COUNT_OF(places); i++) {
        // or never used yet; who hovers may have stood long ago
        bool set = caper_vec3_dot(places[i], places[i]) > 0.0f && !(f->hovers && i == 1);
        if (set && !(caper_vec3_distance(places[i], root) <= most)) {
            return false;
        }
    }
    for (int i = 0; i < CAPER_COUNT_OF(speeds); i++) {
        if (!(caper_vec3_length(speeds[i]) <= fast)) {
            return false;
        }
    }
    return caper_vec3_length(f->drift.value) <= most &&
           caper_vec3_length(f->drift.acceleration) <= MOST_LEGS * fast / gait->tau &&
           caper_vec3_length(f->twist.value) <= MOST_TIP &&
           caper_vec3_length(f->twist.velocity) <= MOST_LEGS * MOST_TIP / gait->tau &&
           fabsf(f->height) <= most && fabsf(f->over) <= most && fabsf(f->height_goal) <= most &&
           fabsf(f->guard) <= most && fabsf(f->front) <= most && fabsf(f->back) <= most &&
           f->rate >= 0.0f && f->rate <= MOST_LEGS * MOST_TIP / gait->tau;
}

static bool within(const float *values, int count, float most)
{
    for (int i = 0; i < count; i++) {
        if (!(fabsf(values[i]) <= most)) {
            return false;
        }
    }
    return true;
}

// What moves with a body is of its measure: lengths by its legs, rates by how fast they swing.
static bool of_measure(const caper_gait *gait, const caperi_walker_state *s)
{
    float length = MOST_LEGS * (gait->length + gait->radius + fabsf(gait->pivot.y));
    float speed = caper_gait_speed(gait, MOST_FROUDE), push = MOST_LEGS * speed / gait->tau;
    const float lengths[] = {caper_vec3_length(s->offset),
                             caper_vec3_length(s->waved),
                             s->rise,
                             s->crouch,
                             s->stride,
                             s->bounced,
                             s->lowered,
                             s->placed ? s->height.value - s->root.y : 0.0f};
    const float speeds[] = {caper_vec3_length(s->velocity),
                            caper_vec3_length(s->wish),
                            caper_vec3_length(s->offset_velocity),
                            s->height_velocity,
                            s->rise_velocity,
                            s->height.velocity};
    const float pushes[] = {caper_vec3_length(s->acceleration), caper_vec3_length(s->wish_velocity),
                            s->height.acceleration};
    const float angles[] = {
        caper_vec3_length(s->tilt),  caper_vec3_length(s->rocked), s->roll,  s->slope, s->steep,
        caper_vec3_length(s->grade), caper_vec3_length(s->lies),   s->effort};
    bool good = true;
    for (int i = 0; i < CAPER_COUNT_OF(lengths); i++) {
        good = good && fabsf(lengths[i]) <= length;
    }
    for (int i = 0; i < CAPER_COUNT_OF(speeds); i++) {
        good = good && fabsf(speeds[i]) <= speed;
    }
    for (int i = 0; i < CAPER_COUNT_OF(pushes); i++) {
        good = good && fabsf(pushes[i]) <= push;
    }
    for (int i = 0; i < CAPER_COUNT_OF(angles); i++) {
        good = good && fabsf(angles[i]) <= MOST_TIP;
    }
    float turn = MOST_LEGS * MOST_TIP / gait->tau;
    good = good && within(s->headings, CAPERI_BEND, MOST_TIP) &&
           within(s->turns, CAPERI_BEND, MOST_TIP) &&
           within(s->turn_velocities, CAPERI_BEND, turn) && within(s->rises, CAPERI_BEND, length) &&
           within(s->rise_velocities, CAPERI_BEND, MOST_LEGS * speed) &&
           within(s->waves, CAPERI_BEND, MOST_TIP) &&
           within(s->wave_velocities, CAPERI_BEND, turn) && fabsf(s->arch) <= length &&
           fabsf(s->arch_velocity) <= MOST_LEGS * speed && fabsf(s->nod) <= MOST_TIP &&
           fabsf(s->nod_velocity) <= turn && within(s->lifts, CAPERI_CHAINS, MOST_TIP) &&
           within(s->lift_velocities, CAPERI_CHAINS, turn) &&
           within(s->swings, CAPERI_ARMS, MOST_TIP) && within(s->backs, CAPERI_ARMS, MOST_TIP) &&
           within(s->swing_velocities, CAPERI_ARMS, turn) &&
           within(s->elbows, CAPERI_ARMS, MOST_TIP) &&
           within(s->elbow_velocities, CAPERI_ARMS, turn) && fabsf(s->look) <= MOST_TIP &&
           fabsf(s->look_velocity) <= turn && fabsf(s->curve) * gait->length <= MOST_TIP &&
           fabsf(s->curve_velocity) * gait->length <= turn && s->activity >= 0.0f &&
           s->activity <= 1.0f && fabsf(s->effort_velocity) <= turn;
    return good && caper_vec3_length(s->tilt_velocity) <= MOST_TIP / gait->tau &&
           s->frequency <= MOST_TIP / gait->tau && s->pace <= MOST_TIP / gait->tau;
}

// None of the way is known, or all of it.
static bool good_way(const caper_gait *gait, const caperi_walker_state *s)
{
    const caperi_walk_way *way = &s->way;
    const float numbers[] = {way->steep, way->ahead, way->riser, s->tread, s->ahead};
    float along = caper_vec3_dot(way->along, way->along);
    bool none = way->count == 0 && along == 0.0f;
    bool all = way->count == gait->way_count && fabsf(along - 1.0f) < 1e-2f && way->along.y == 0.0f;
    bool good =
        (none || all) && good_vectors(&way->next, 1) && good_floats(way->heights, CAPERI_WAY);
    for (int i = 0; i < CAPER_COUNT_OF(numbers); i++) {
        good = good && numbers[i] >= 0.0f && numbers[i] <= MOST;
    }
    return good;
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
                             s->tread,
                             s->ahead,
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
        good_way(gait, s) && good_floats(s->lifts, CAPERI_CHAINS) &&
        good_floats(s->lift_velocities, CAPERI_CHAINS) && good_floats(s->heights, CAPERI_LINKS) &&
        good_floats(s->headings, CAPERI_BEND) && good_floats(s->turns, CAPERI_BEND) &&
        good_floats(s->turn_velocities, CAPERI_BEND) && good_floats(s->rises, CAPERI_BEND) &&
        good_floats(s->rise_velocities, CAPERI_BEND) && good_floats(s->swings, CAPERI_ARMS) &&
        good_floats(s->swing_velocities, CAPERI_ARMS) && good_floats(s->backs, CAPERI_ARMS) &&
        good_floats(s->elbows, CAPERI_ARMS) && good_floats(s->elbow_velocities, CAPERI_ARMS);
    for (int g = 0; g < CAPER_GAIT_MAX_GROUPS; g++) {
        good = good && s->skip[g] >= (s->placed ? 1 : 0) && s->skip[g] <= 4;
    }
    return good && s->cycles >= 0.0 && s->cycles <= 1e6 && s->total_cycles >= 0.0 &&
           s->total_cycles < 1e15 && s->placed >= 0 && s->placed <= 2 && (s->idle | 1) == 1 &&
           s->frequency >= 0.0f && s->pace >= 0.0f && s->duty >= 0.0f && s->duty <= 1.0f &&
           s->run >= 0.0f && s->run <= 1.0f && s->uneven >= 0.0f && s->uneven <= 1.0f &&
           s->steep >= 0.0f && s->lowered >= 0.0f && fabsf(s->root.yaw) < MOST_YAW &&
           fabsf(s->turn) < MOST_YAW && fabsf(s->yaw_rate) < MOST_SPIN && of_measure(gait, s);
}

bool caper_walker_load(caper_walker *walker, const void *bytes, size_t size, caper_error *error)
{
    const caper_gait *gait = walker->gait;
    const char *feet = (const char *)bytes + sizeof walker->state;
    caperi_walker_state state;
    if (!bytes || size != caper_walker_save(walker, NULL, 0)) {
        return caper_error_set(error, CAPER_ERROR_INVALID, "walker", 0, 0,
                               "%zu bytes are not a state of this walker", size);
    }
    memcpy(&state, bytes, sizeof state);
    bool good = state.plan == walker->state.plan && good_state(gait, &state);
    for (int i = 0; i < gait->foot_count && good; i++) {
        caperi_foot foot;
        memcpy(&foot, feet + (size_t)i * sizeof foot, sizeof foot);
        good = good_foot(&foot) && near_root(gait, &state, &foot);
    }
    if (!good) {
        return caper_error_set(error, CAPER_ERROR_INVALID, "walker", 0, 0,
                               "the state is of another gait, or damaged");
    }
    walker->state = state;
    walker->way_world = NULL;
    memcpy(walker->feet, feet, (size_t)gait->foot_count * sizeof(caperi_foot));
    if (gait->mode == CAPER_GAIT_WALK) {
        caperi_spine_pose(walker);
    }
    return true;
}
