// SPDX-License-Identifier: MIT
//
// The walker: from the commanded velocity to a moved root, stepping feet and a posed torso, all as
// goals. This file steers the root, sets the pace of the leg groups and advances the phase of every
// leg. Phases are oscillators that are drawn to their place in the cycle, never set: whatever
// happens to speed, style or triggers, a foot's phase only moves forward; one that finds no ground
// leaves out a stance. Invariants: planted feet do not move in the world; nothing allocates; state
// is plain bytes.
#include "base/block.h"
#include "gait/gait.h"
#include "math/place.h"

#include <string.h>

#define MAX_STEP (1.0f / 30.0f) // longer frames are cut
#define MAX_SHARE 0.2f          // of tau: likewise, or feet lag behind the hips they hang on
#define MAX_STEPS 1000          // of a frame, whatever the body
#define MIN_DUTY 0.15f
#define CREEP 0.15f    // cycles in tau: no walk is slower
#define HOMEWARD 0.35f // the same of feet that step under a body that has stopped, a brisk walk's
#define LEAST_WAY 0.6f
#define SLOW 0.02f // Froude numbers: who is slower stands on many feet for balance
#define BRISK 0.2f // a brisk walk
// Of their duty: what walkers give up for a longer stride at most, so that brisk ones of animals
// keep 0.62 (published and hand-keyed ones have 0.58 to 0.72).
#define GIVES 1.06f
#define TURN 0.65f
#define SPIN 0.6f
#define PUSH 0.6f        // of gravity: what soles that do not slip push a body on with, or stop it
#define LEAVES 0.965f    // share of its reach that a leg has as its foot leaves
#define LEAST_DUTY 0.08f // of legs much shorter than the leading ones
#define HANGS 0.35f      // share of a flight: over which an ankle begins to give way to its limits
// caper_goal.strict of a foot in the middle of its flight; with more, soles that are held back come
// into the ground that they were to clear. Of 450 walks on six grounds 168, 158 and 152 bend a
// joint by more than 10 degrees beyond its limits at 0.75, 0.83 and 1, and 102, 102 and 114 have a
// foot too deep.
#define STRICT 0.83f
// The same of legs that longer or shorter ones carry along: their soles sink sooner.
#define STRICT_CARRIED 0.75f
#define RUNS 0.25f   // what of that quick steps leave out: they pop as they turn back from a limit
#define HIGH 0.12f   // of leg length: feet that are up by less keep to their paths
#define SETTLE 0.25f // of tau: steps in which a body comes to rest where it is put
#define LEVEL 1e-3f  // of leg length: soles that differ by less are on level ground
#define SETTLES 40   // of them: ten tau, after which springs of a quarter of one are still
// Legs (and radians) by which others may move the root in one frame without the walk starting anew:
// well above what a fade moves in a frame, well below a step, which is half a leg at the least.
#define NUDGE 0.2f

// -------------------------------------------------------------------------------------- create

caper_walker *caper_walker_create(const caper_gait *gait, const caper_allocator *allocator,
                                  caper_error *error)
{
    if (!gait) {
        caper_error_set(error, CAPER_ERROR_INVALID, NULL, 0, 0, "a walker needs a gait");
        return NULL;
    }
    caper_allocator a = caper_allocator_resolve(allocator);
    caperi_block block = {0};
    size_t feet = (size_t)gait->foot_count * sizeof(caperi_foot);
    size_t head = caperi_block_add(&block, 1, sizeof(caper_walker) + feet, 16);
    size_t bends = CAPERI_BLOCK_ADD(&block, gait->link_count, caperi_link_bend);
    char *base = caperi_block_alloc(&block, &a);
    if (!base) {
        caper_error_set(error, CAPER_ERROR_MEMORY, NULL, 0, 0, "no memory for a walker");
        return NULL;
    }
    caper_walker *walker = caperi_block_at(base, head);
    walker->bends = caperi_block_at(base, bends);
    walker->gait = gait;
    walker->allocator = a;
    walker->memory_size = block.size;
    float numbers[3] = {gait->length, gait->pivot.y, gait->link_length};
    walker->state.plan = caper_hash64(numbers, sizeof numbers, (uint64_t)gait->leg_count);
    return walker;
}

void caper_walker_destroy(caper_walker *walker)
{
    if (walker) {
        caper_allocator allocator = walker->allocator;
        caper_free(&allocator, walker, walker->memory_size);
    }
}

caper_walk_job caper_walk_job_default(void)
{
    caper_walk_job job;
    memset(&job, 0, sizeof job);
    job.command.heading = NAN;
    job.cookie = CAPER_DEF_COOKIE;
    return job;
}

// --------------------------------------------------------------------------------------- steer

static float flat_length(caper_vec3 v)
{
    return sqrtf(v.x * v.x + v.z * v.z);
}

// Where to face: as told, else where it is told to go, else where it faces.
static float heading_of(const caperi_step *step, float *rate)
{
    const caperi_walker_state *s = &step->walker->state;
    *rate = 0.0f;
    if (step->command.heading == step->command.heading) {
        return step->command.heading;
    }
    caper_vec3 wish = step->command.velocity, v = s->velocity, a = s->acceleration;
    float slow = 0.02f * sqrtf(step->gait->gravity * step->gait->length);
    if (flat_length(wish) < slow) {
        return s->root.yaw;
    }
    // a wish that turns steadily is followed without lag
    if (v.x * wish.x + v.z * wish.z > slow * slow) {
        float limit = 0.8f / step->gait->tau;
        *rate = caper_clamp((v.z * a.x - v.x * a.z) / (v.x * v.x + v.z * v.z), -limit, limit);
    }
    return caper_atan2(wish.x, wish.z);
}

static void steer(caperi_step *step)
{
    caperi_walker_state *s = &step->walker->state;
    const caper_gait *gait = step->gait;
    float tau = gait->tau, dt = step->dt;
    caper_vec3 wish = step->command.velocity;
    bool grounded = gait->mode != CAPER_GAIT_SWIM && gait->mode != CAPER_GAIT_FLOAT;
    wish.y = grounded ? 0.0f : wish.y;
    float top = caper_gait_speed(gait, CAPER_GAIT_MAX_FROUDE), length = caper_vec3_length(wish);
    wish = length > top ? caper_vec3_scale(wish, top / length) : wish;
    wish = caper_vec3_scale(wish, caperi_way_slows(step, wish));
    step->command.velocity = wish;

    caper_vec3 before = s->velocity;
    // settled (to 5 %) after 2.8 half-lives: within a stride, however quick the steps are
    float settle = caper_min(0.38f * tau, 0.25f / caper_max(s->pace, 1e-3f));
    // weight takes its time: a spring that trails its goal by e moves at 0.84 e / half-life
    caper_vec3 change = caper_vec3_sub(wish, s->velocity);
    float most = PUSH * gait->gravity * settle / 0.84f, much = caper_vec3_length(change);
    caper_vec3 toward =
        much > most ? caper_vec3_add_scaled(s->velocity, change, most / much) : wish;
    caper_vec3_spring(&s->velocity, &s->acceleration, toward, caper_vec3_zero(), settle, dt);
    float rate = 0.0f, goal = heading_of(step, &rate);
    // feet far from the middle must not fly: a spring that trails its goal by e turns at 0.84 e /
    // hl
    float half_life = 0.45f * tau;
    float fastest = caper_min(TURN / tau, 0.5f * sqrtf(gait->gravity * gait->length) /
                                              caper_max(gait->radius, 1e-3f));
    float ahead = fastest * half_life / 0.84f;
    step->turn = caper_wrap_angle(goal - s->root.yaw);
    caper_vec3_spring(&s->wish, &s->wish_velocity, wish, caper_vec3_zero(), 0.15f * tau, dt);
    s->turn = caper_damp(s->turn, step->turn, 0.15f * tau, dt);
    step->turn_rate = rate;
    step->turn_most = fastest;
    float error = caper_clamp(step->turn, -ahead, ahead);
    float yaw = s->root.yaw;
    caper_spring(&yaw, &s->yaw_rate, s->root.yaw + error, rate, half_life, dt);
    s->root.yaw = caper_wrap_angle(yaw);
    caper_vec3 mean = caper_vec3_scale(caper_vec3_add(before, s->velocity), 0.5f);
    s->root.x += mean.x * dt;
    s->root.z += mean.z * dt;
    if (!grounded) {
        s->root.y += mean.y * dt;
    }
}

// ---------------------------------------------------------------------------------------- pace

// Velocity of a leg's home over the ground, in the frame of its hips.
static caper_vec3 home_velocity(const caperi_step *step, int leg)
{
    const caperi_walker_state *s = &step->walker->state;
    caper_vec3 v = caper_quat_unrotate(step->root.rotation, s->velocity);
    caper_vec3 home = caperi_bent(step->walker, leg, step->gait->legs[leg].home);
    v.x += s->yaw_rate * home.z;
    v.z -= s->yaw_rate * home.x;
    v.y = 0.0f;
    return caper_quat_unrotate(step->walker->bends[step->gait->plans[leg].link].move.rotation, v);
}

// How far from its home an ankle can be that is `height` below the hip there, `along` ahead of it,
// and rises by `grade` on the way: the far root of (x + along)^2 + (height - grade x)^2 = square.
static float way_out(float along, float height, float grade, float square)
{
    float a = 1.0f + grade * grade, b = along - grade * height;
    float c = along * along + height * height - square;
    return (sqrtf(caper_max(b * b - a * c, 0.0f)) - b) / a;
}

// How far from its home the joints of a leg let its foot stand, by how much that is ahead of it; to
// the side nothing is known.
static float way_by_joints(const caper_gait *gait, int leg, float ahead, float crouch)
{
    return caperi_fold_room(gait, leg, ahead, crouch) / caper_max(fabsf(ahead), 0.2f);
}

// How far ahead of its home and behind it a foot can stand in the direction it goes, with the hip
// lowered. A heel that rises about the toes lets the hip go on; up hill there is more room ahead.
static void leg_room(const caperi_step *step, int leg, caper_vec3 direction, float crouch)
{
    const caper_gait *gait = step->gait;
    caperi_foot *foot = &step->walker->feet[leg];
    const caper_gait_leg *l = &gait->legs[leg];
    const caperi_leg_plan *plan = &gait->plans[leg];
    caper_vec3 rises = caper_quat_unrotate(step->root.rotation, step->walker->state.lies);
    float grade = rises.x * direction.x + rises.z * direction.z;
    if (plan->peg) {
        foot->front = foot->back = 0.25f * l->length;
        return;
    }
    float reach = plan->use, x = plan->offset_x, z = plan->offset_z;
    x += (caperi_gait_width(step, leg) - 1.0f) * l->home.x;
    float along = x * direction.x + z * direction.z, across = x * x + z * z - along * along;
    float height = caper_max(plan->drop - crouch, 0.0f);
    float much = caper_max(direction.z, 0.0f), landing = height - much * plan->landing_up;
    float front = way_out(along, landing, grade, reach * reach - across);
    front += much * plan->landing_back;
    float risen = caper_max(height - much * plan->risen, 0.0f);
    // a knee that opens as its foot leaves bends right after
    float leaves = caper_max(reach, LEAVES * plan->reach);
    float back = way_out(-along, risen, -grade, leaves * leaves - across);
    back += much * plan->forward;
    float least = (plan->least > 0.0f ? 0.02f : 0.1f) * l->length;
    // no farther than joints let it stand; a trunk that lies on a slope takes them along
    float pitched = grade * height;
    front = caper_min(front, way_by_joints(gait, leg, direction.z, crouch) + pitched);
    back = caper_min(back, way_by_joints(gait, leg, -direction.z, crouch) - pitched);
    // a leg without a knee must not come too near either
    float inner = plan->least * plan->least - height * height - across;
    if (inner > 0.0f) {
        float ring = sqrtf(inner);
        back = along > 0.0f ? caper_min(back, along - ring) : back;
        front = along < 0.0f ? caper_min(front, -along - ring) : front;
    }
    // feet of one row must not meet in the middle
    float aside = fabsf(direction.x), gap = caper_max(0.8f * fabsf(l->home.x), least);
    float most = l->side != 0 && aside > 0.05f ? gap / aside : 1e30f;
    most = caper_min(most, plan->gap);
    foot->front = caper_min(caper_max(front, least), most);
    foot->back = caper_min(caper_max(back, least), most);
}

float caperi_wanted_phase(const caperi_step *step, int leg)
{
    const caper_gait *gait = step->gait;
    const caper_gait_group *group = &gait->groups[gait->legs[leg].group];
    const caper_gait_leg *l = &gait->legs[leg];
    float trigger =
        group->leg_count <= CAPER_GAIT_MAX_FEET
            ? step->params[l->group].triggers[l->slot]
            : caperi_gait_trigger(gait, leg,
                                  step->speed * step->speed / (gait->gravity * group->length));
    double own = step->walker->state.cycles * (double)group->numerator /
                 (double)(group->denominator * (int)step->walker->state.skip[l->group]);
    double phase = own - (double)trigger + 0.25 * (double)l->group + 8.0;
    return (float)(phase - (double)(int)phase);
}

// From a stand the first foot leaves at once, and the others count as in the middle of their
// stance.
static void start_phases(caperi_step *step)
{
    // as it will walk: a stand has the duty of a creep
    float wish = caper_max(flat_length(step->command.velocity), step->speed);
    for (int g = 0; g < step->gait->group_count; g++) {
        float froude = wish * wish / (step->gait->gravity * step->gait->groups[g].length);
        caper_gait_key key = caper_gait_params(step->gait, g, froude);
        step->params[g].duty = key.duty;
        memcpy(step->params[g].triggers, key.triggers, sizeof key.triggers);
    }
    const caper_gait *gait = step->gait;
    caperi_walker_state *s = &step->walker->state;
    float duty = step->params[gait->leading].duty;
    s->idle = 0;
    s->cycles = (double)(duty + step->params[gait->leading].triggers[0]);
    for (int i = 0; i < gait->leg_count; i++) {
        float phase = caperi_wanted_phase(step, i);
        duty = step->params[gait->legs[i].group].duty;
        step->walker->feet[i].phase = phase < duty ? 0.5f * (duty + phase) : duty;
    }
}

// The longest frequency at which a stance of some time leaves enough for a swing: T - stance is
// gait->swift sqrt(v T / g) at least.
static float swing_limit(const caper_gait *gait, int group, float speed, float stance)
{
    float b = gait->swift * sqrtf(speed / gait->gravity);
    float root = 0.5f * (b + sqrtf(b * b + 4.0f * stance));
    float least = gait->swift * sqrtf(LEAST_WAY * gait->groups[group].length / gait->gravity);
    return 1.0f / caper_max(root * root, stance + least);
}

// Cycles of a group for those of the leading one. Legs that would have to swing faster than legs
// can leave out steps.
static float group_ratio(caperi_step *step, int group, float frequency, float room)
{
    const caper_gait *gait = step->gait;
    const caper_gait_key *p = &step->params[group];
    int32_t *skip = &step->walker->state.skip[group];
    float ratio = (float)gait->groups[group].numerator / (float)gait->groups[group].denominator;
    float speed = caper_max(step->speed, 1e-3f * sqrtf(gait->gravity * gait->length));
    float stance = caper_min(p->duty / (ratio * frequency), 2.0f * room / speed);
    float need = ratio * frequency / swing_limit(gait, group, speed, stance);
    while (*skip < 4 && need > 1.02f * (float)*skip && group != gait->leading) {
        ++*skip;
    }
    while (*skip > 1 && need < 0.85f * (float)(*skip - 1)) {
        --*skip;
    }
    return ratio / (float)*skip;
}

static void set_pace(caperi_step *step)
{
    const caper_gait *gait = step->gait;
    caperi_walker_state *s = &step->walker->state;
    float speed = 0.0f, room[CAPER_GAIT_MAX_GROUPS];
    for (int g = 0; g < gait->group_count; g++) {
        room[g] = 1e30f;
    }
    for (int i = 0; i < gait->leg_count; i++) {
        step->walker->feet[i].going = home_velocity(step, i);
        speed = caper_max(speed, caper_vec3_length(step->walker->feet[i].going));
    }
    // feet near the axis of a turn go nowhere, but must step or twist their legs
    speed = caper_max(speed, SPIN * fabsf(s->yaw_rate) * gait->length);
    step->speed = speed;
    for (int g = 0; g < gait->group_count; g++) {
        float froude = speed * speed / (gait->gravity * gait->groups[g].length);
        step->params[g] = caper_gait_params(gait, g, froude);
        // bellies stay off the ground
        step->params[g].crouch =
            caper_min(step->params[g].crouch, 0.4f * gait->clearance / gait->length);
    }
    for (int i = 0; i < gait->leg_count; i++) {
        caper_vec3 v = step->walker->feet[i].going;
        float length = caper_vec3_length(v);
        caper_vec3 direction = length > 1e-6f ? caper_vec3_scale(v, 1.0f / length) : v;
        int g = gait->legs[i].group;
        const caperi_foot *foot = &step->walker->feet[i];
        float bend = gait->supple * CAPERI_BENT * gait->legs[i].length;
        leg_room(step, i, direction, s->crouch + bend);
        room[g] = caper_min(room[g], 0.5f * (foot->front + foot->back));
    }

    // The leading group: a stance covers no more than the legs can; walkers shorten their stride
    // for that, and give up a little duty too, if they are not so slow that it is their balance.
    // Runners give up more of it.
    int lead = gait->leading;
    float froude = speed * speed / (gait->gravity * gait->groups[lead].length);
    float brisk = caper_smoothstep(SLOW, BRISK, froude);
    caper_gait_key *p = &step->params[lead];
    float stride = p->stride * gait->groups[lead].length;
    float excess = p->duty * stride / (2.0f * room[lead]);
    if (excess > 1.0f) {
        float runs = sqrtf(excess * sqrtf(excess));
        float gives = caper_min(sqrtf(sqrtf(excess)), GIVES);
        float walks = excess / caper_lerp(1.0f, gives, brisk);
        float share = p->duty > 0.5f ? walks : runs;
        stride /= share;
        p->duty = caper_max(p->duty * share / excess, MIN_DUTY);
    }
    s->stride = stride = caperi_way_stride(step, stride);
    bool moves = step->moves = speed > 0.01f * sqrtf(gait->gravity * gait->length);
    // who has stopped brings the feet home at once
    float creep = (moves ? CREEP : HOMEWARD) / gait->tau;
    float frequency = caper_max(speed / stride, creep);
    frequency = caper_max(frequency, MIN_DUTY * speed / (2.0f * room[lead]));
    float slowest = 1e-3f * sqrtf(gait->gravity * gait->length);
    float limit = swing_limit(gait, lead, caper_max(speed, slowest), p->duty / frequency);
    if (frequency > limit) {
        p->duty *= limit / frequency;
        frequency = limit;
    }
    step->restarted = moves && s->idle;
    if (step->restarted) {
        start_phases(step);
    }
    s->activity = caper_damp(s->activity, moves ? 1.0f : 0.0f, 0.2f * gait->tau, step->dt);
    s->crouch = p->crouch * gait->length * s->activity * gait->supple;
    // no faster than legs can swing, and no jumps: commands may turn on the spot
    float tau = gait->tau;
    bool quick = gait->leg_count >= 6 || gait->supple < 0.5f;
    frequency = caper_min(frequency, (quick ? 1.4f : 0.9f) / tau);
    float patience = frequency > s->pace ? 0.06f : 0.25f;
    s->pace = s->pace > 0.0f ? caper_damp(s->pace, frequency, patience * tau, step->dt) : frequency;
    s->frequency = moves || !s->idle ? s->pace : 0.0f;
    for (int g = 0; g < gait->group_count; g++) {
        step->frequency[g] = s->frequency * group_ratio(step, g, s->pace, room[g]);
        float most = 2.0f * room[g] * step->frequency[g], least = g == lead ? MIN_DUTY : LEAST_DUTY;
        step->params[g].duty = speed * step->params[g].duty > most && most > 0.0f
                                   ? caper_max(most / speed, least)
                                   : step->params[g].duty;
    }
}

static float wrap_half(float phase)
{
    return phase > 0.5f ? phase - 1.0f : phase < -0.5f ? phase + 1.0f : phase;
}

// How much faster than its group a leg runs so that it comes to the end of its stance, or of its
// flight, when its place in the cycle does.
static float drawn(float phase, float wanted, float end, float least, float most)
{
    float left = caper_max(end - phase, 0.0f) + 0.03f, ahead = wrap_half(wanted - phase);
    return left > ahead ? caper_clamp(left / (left - ahead), least, most) : most;
}

// The fastest that a foot may fly: its way takes time, a lift at least as much as 0.6 leg lengths,
// and a body that gathers speed draws the landing away.
float caperi_fastest_flight(const caperi_step *step, int leg)
{
    const caperi_foot *foot = &step->walker->feet[leg];
    const caper_gait_leg *l = &step->gait->legs[leg];
    float own = caper_max(step->frequency[l->group], 1e-3f);
    float way = caper_vec3_distance(foot->start, foot->target);
    way = caper_max(way, 0.7f * flat_length(step->command.velocity) / own);
    way = caper_max(way, LEAST_WAY * l->length);
    return (1.0f - foot->lift_phase) * sqrtf(step->gait->gravity / way) / step->gait->swift;
}

static void advance_phases(caperi_step *step)
{
    caperi_walker_state *s = &step->walker->state;
    double turned = (double)(s->frequency * step->dt);
    s->total_cycles += turned;
    s->cycles += turned;
    s->cycles -= s->cycles >= CAPERI_GAIT_WRAP ? CAPERI_GAIT_WRAP : 0.0;
    for (int i = 0; i < step->gait->leg_count; i++) {
        caperi_foot *foot = &step->walker->feet[i];
        float own = step->frequency[step->gait->legs[i].group],
              wanted = caperi_wanted_phase(step, i);
        if (foot->stands) {
            foot->rate = own * drawn(foot->phase, wanted, foot->duty, 0.3f, 2.0f);
        } else {
            // no flight changes its speed at once
            float rate = own * drawn(foot->phase, wanted, 1.0f, 0.7f, 1.4f);
            rate = caper_min(rate, caperi_fastest_flight(step, i));
            foot->rate = caper_lerp(rate, foot->rate, step->slow_left);
        }
        // a step goes through one flight at most
        foot->phase += caper_min(foot->rate * step->dt, 1.0f);
    }
}

// ---------------------------------------------------------------------------------------- step

// A body that is put onto a slope lies on it from the first frame on.
static void settle(caperi_step *step)
{
    caperi_walker_state *s = &step->walker->state;
    caper_walk_command command = step->command;
    float dt = step->dt;
    step->command.velocity = caper_vec3_zero();
    step->dt = SETTLE * step->gait->tau;
    step->slow_left = step->quick_left = 0.0f;
    for (int i = 0; i < SETTLES; i++) {
        step->root = caper_root_transform(s->root);
        step->place = caper_transform_mul(step->root, caperi_torso_transform(step->walker));
        caperi_spine_update(step);
        caperi_torso_update(step);
    }
    step->command = command;
    step->dt = dt;
}

static void place(caperi_step *step)
{
    caper_walker *walker = step->walker;
    caperi_walker_state *s = &walker->state;
    uint64_t plan = s->plan;
    caper_root root = s->root;
    memset(s, 0, sizeof *s);
    s->plan = plan;
    s->root = root;
    s->placed = s->idle = 1;
    for (int g = 0; g < CAPER_GAIT_MAX_GROUPS; g++) {
        s->skip[g] = 1;
    }
    for (int g = 0; g < step->gait->group_count; g++) {
        step->params[g] = caper_gait_params(step->gait, g, 0.0f);
    }
    for (int i = 0; i < step->gait->leg_count; i++) {
        walker->feet[i].phase = caperi_wanted_phase(step, i);
    }
    step->root = step->place = caper_root_transform(s->root);
    if (step->gait->mode == CAPER_GAIT_WALK) {
        caperi_spine_place(walker);
    }
    caperi_feet_place(step);
    caperi_height_place(step);
    caperi_legless_place(step);
    // feet of one thigh would come apart if their body tilted at once; level ground asks for
    // nothing
    bool shares = false, level = true;
    for (int i = 0; i < step->gait->leg_count; i++) {
        float up = walker->feet[i].anchor.y - s->root.y;
        shares = shares || step->gait->plans[i].shares;
        level = level && fabsf(up) < LEVEL * step->gait->length;
    }
    if (step->gait->mode == CAPER_GAIT_WALK && !level && !shares) {
        settle(step);
    }
}

static void advance(caperi_step *step)
{
    steer(step);
    if (step->gait->mode != CAPER_GAIT_WALK) {
        caperi_legless_update(step);
        return;
    }
    step->root = caper_root_transform(step->walker->state.root);
    step->place = caper_transform_mul(step->root, caperi_torso_transform(step->walker));
    float tau = step->gait->tau;
    step->slow_left = caper_damp(1.0f, 0.0f, 0.15f * tau, step->dt);
    step->quick_left = caper_damp(1.0f, 0.0f, 0.08f * tau, step->dt);
    set_pace(step);
    advance_phases(step);
    caperi_spine_update(step);
    caperi_feet_update(step);
    caperi_hang_update(step);
    caperi_torso_update(step);
    caperi_arms_update(step);
}

static bool good_job(const caper_walk_job *job)
{
    return job && job->cookie == CAPER_DEF_COOKIE && job->root && job->goals && job->goal_count &&
           job->dt >= 0.0f && job->dt <= 1.0f && caper_vec3_is_finite(job->command.velocity) &&
           caper_vec3_length(job->command.velocity) < 1e6f &&
           (job->command.heading != job->command.heading || fabsf(job->command.heading) < 1e4f) &&
           caperi_is_near(caper_vec3_make(job->root->x, job->root->y, job->root->z)) &&
           fabsf(job->root->yaw) < 1e4f;
}

// A root that others moved: what is known of the way ahead goes along, planted feet and feet in
// flight stay in the world, and landings are chosen again as for a changed command.
static void carry_along(caper_walker *walker, caper_root to)
{
    caperi_walker_state *s = &walker->state;
    caper_transform from = caper_root_transform(s->root), there = caper_root_transform(to);
    s->bend_yaw += caper_wrap_angle(to.yaw - s->root.yaw);
    for (int i = 0; i < CAPERI_TRAIL; i++) {
        s->trail[i] =
            caper_transform_mul_point(there, caper_transform_unmul_point(from, s->trail[i]));
    }
    s->front = caper_transform_mul_point(there, caper_transform_unmul_point(from, s->front));
    s->root = to;
}

static caperi_step begin_step(caper_walker *walker, const caper_walk_job *job)
{
    caperi_step step;
    memset(&step, 0, sizeof step);
    step.walker = walker;
    step.gait = walker->gait;
    step.world = job->world;
    step.ground = caperi_ground_make(job->world, 0.0f);
    step.frame = job->frame;
    step.command = job->command;
    caperi_walker_state *s = &walker->state;
    if (s->placed && memcmp(&s->root, job->root, sizeof s->root) == 0) {
        return step;
    }
    caper_vec3 way = caper_vec3_make(job->root->x - s->root.x, 0, job->root->z - s->root.z);
    float turn = fabsf(caper_wrap_angle(job->root->yaw - s->root.yaw));
    if (s->placed && caper_vec3_length(way) < NUDGE * walker->gait->length && turn < NUDGE) {
        carry_along(walker, *job->root);
    } else {
        s->root = *job->root;
        place(&step);
    }
    return step;
}

// ---------------------------------------------------------------------------------------- goals

// Ankles have limits: a foot in flight hangs as it can once it is up by as much as it is long, so
// that its toes stay off the ground. It unrolls before it lands.
static float hangs_by(const caper_walker *walker, int leg)
{
    const caperi_foot *foot = &walker->feet[leg];
    const caperi_leg_plan *plan = &walker->gait->plans[leg];
    float flown = caperi_flight(foot);
    float high = caper_max(plan->front, HIGH * walker->gait->legs[leg].length);
    float up = caper_clamp(foot->raised / high, 0.0f, 1.0f);
    return up * caper_smoothstep(0.0f, HANGS, flown) * caper_smoothstep(0.0f, HANGS, 1.0f - flown);
}

// What is in the air bends as its joints let it: it leaves from where it stood and lands where it
// is told, but in between no hip or knee is broken to reach its path. Legs that stand out to the
// side keep to their paths: quick ones pop as they turn back from a limit.
static float bends_by(const caper_walker *walker, int leg)
{
    float flown = caperi_flight(&walker->feet[leg]);
    float free = (1.0f - walker->gait->plans[leg].sprawl) * (1.0f - RUNS * walker->state.run);
    bool leads = walker->gait->legs[leg].group == walker->gait->leading;
    free *= leads ? STRICT : STRICT_CARRIED;
    return free * caper_smoothstep(0.0f, HANGS, flown) *
           caper_smoothstep(0.0f, HANGS, 1.0f - flown);
}

static void foot_goals(const caper_walker *walker, const caper_walk_job *job)
{
    const caper_gait *gait = walker->gait;
    caper_transform root = caper_root_transform(walker->state.root);
    for (int i = 0; i < gait->leg_count; i++) {
        const caperi_foot *foot = &walker->feet[i];
        caper_goal goal;
        memset(&goal, 0, sizeof goal);
        goal.body = gait->legs[i].foot;
        goal.point = gait->legs[i].sole;
        goal.position = caper_transform_unmul_point(root, foot->position);
        goal.rotation = caper_quat_mul(caper_quat_conj(root.rotation), foot->rotation);
        goal.position_weight = 1.0f;
        goal.rotation_weight = gait->plans[i].peg ? 0.0f : 1.0f;
        // knees that swing through open softly, whatever they do later
        float share = foot->stands ? foot->phase / caper_max(foot->duty, 0.05f) : 0.0f;
        float straight =
            gait->plans[i].straight * (0.5f + 0.5f * caper_smoothstep(0.0f, 0.4f, share));
        goal.soften = caper_lerp(CAPERI_SOFTEN, CAPERI_SOFTEN_STRAIGHT, straight);
        goal.yields = hangs_by(walker, i);
        goal.strict = bends_by(walker, i);
        caperi_goal_add(job, goal);
    }
}

// Where in its cycle the leading group is, by where its feet are.
static double entered_cycle(const caperi_step *step)
{
    const caper_gait *gait = step->gait;
    float x = 0.0f, y = 0.0f;
    for (int i = 0; i < gait->leg_count; i++) {
        const caper_gait_leg *l = &gait->legs[i];
        if (l->group == gait->leading && gait->groups[l->group].leg_count <= CAPER_GAIT_MAX_FEET) {
            float sine, cosine, trigger = step->params[l->group].triggers[l->slot];
            caper_sincos(CAPER_TAU * (step->walker->feet[i].phase + trigger), &sine, &cosine);
            x += cosine;
            y += sine;
        }
    }
    double cycle = (double)(caper_atan2(y, x) / CAPER_TAU - 0.25f * (float)gait->leading);
    return cycle < 0.0 ? cycle + 1.0 : cycle;
}

bool caperi_walker_enter(caper_walker *walker, const caper_walk_job *job, const caperi_entry *entry)
{
    if (!walker || !good_job(job) || !caper_vec3_is_finite(entry->velocity) ||
        !(fabsf(entry->yaw_rate) < 1e9f)) {
        return false;
    }
    caperi_walker_state *s = &walker->state;
    s->placed = 0;
    caperi_step step = begin_step(walker, job);
    if (walker->gait->mode != CAPER_GAIT_WALK) {
        s->velocity = entry->velocity;
        return true;
    }
    float top = caper_gait_speed(walker->gait, CAPER_GAIT_MAX_FROUDE);
    float speed = flat_length(entry->velocity);
    s->velocity = caper_vec3_scale(entry->velocity, speed > top ? top / speed : 1.0f);
    s->velocity.y = 0.0f;
    s->wish = s->velocity;
    float fastest = 4.0f / walker->gait->tau; // no body spins faster
    s->yaw_rate = caper_clamp(entry->yaw_rate, -fastest, fastest);
    step.command.velocity = s->velocity;
    step.root = step.place = caper_root_transform(s->root);
    step.slow_left = step.quick_left = 0.0f;
    set_pace(&step);
    s->activity = step.moves ? 1.0f : 0.0f;
    caperi_feet_enter(&step, entry);
    s->cycles = entered_cycle(&step);
    s->idle = 0;
    return true;
}

bool caperi_walker_move(caper_walker *walker, const caper_walk_job *job)
{
    if (!walker || !good_job(job)) {
        CAPER_ASSERT(walker && job && job->root && job->goals && job->goal_count);
        return false;
    }
    caperi_step step = begin_step(walker, job);
    float longest = caper_min(MAX_STEP, MAX_SHARE * walker->gait->tau);
    int count = (int)caper_min(job->dt / longest, (float)(MAX_STEPS - 1)) + 1;
    step.dt = job->dt / (float)count;
    for (int i = 0; i < count && step.dt > 0.0f; i++) {
        advance(&step);
    }
    *job->root = walker->state.root;
    return true;
}

void caperi_walker_goals(const caper_walker *walker, const caper_walk_job *job)
{
    *job->goal_count = 0;
    if (walker->gait->mode != CAPER_GAIT_WALK) {
        caperi_legless_goals(walker, job);
        return;
    }
    caper_transform torso = caperi_torso_transform(walker);
    caperi_spine_goals(walker, job, torso);
    foot_goals(walker, job);
    caperi_toes_goals(walker, job);
    caperi_hang_goals(walker, job, torso);
    caperi_arms_goals(walker, job, torso);
}

bool caper_walker_update(caper_walker *walker, const caper_walk_job *job)
{
    if (!caperi_walker_move(walker, job)) {
        return false;
    }
    caperi_walker_goals(walker, job);
    return true;
}

// ----------------------------------------------------------------------------------------- ask

bool caper_walker_foot(const caper_walker *walker, int leg, caper_foot_state *state)
{
    if (leg < 0 || leg >= walker->gait->leg_count) {
        return false;
    }
    const caperi_foot *foot = &walker->feet[leg];
    state->stands = foot->stands != 0;
    state->phase = foot->phase;
    state->duty = foot->duty;
    state->position = foot->position;
    state->rotation = foot->rotation;
    state->target = foot->stands ? foot->anchor : foot->target;
    state->replans = foot->replans;
    return true;
}

caper_vec3 caper_walker_velocity(const caper_walker *walker)
{
    return walker->state.velocity;
}

void caper_walker_cycle(const caper_walker *walker, double *cycles, float *frequency)
{
    if (cycles) {
        *cycles = walker->state.total_cycles;
    }
    if (frequency) {
        *frequency = walker->state.frequency;
    }
}
