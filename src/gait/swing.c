// SPDX-License-Identifier: MIT
//
// How high a foot swings. The style says how high over flat ground; what lies on the way is looked
// at once, when the foot leaves and when its landing moves: the highest ground under the
// sole at some places of the path, from which the whole arc is raised by what the worst of them
// asks for. Flat ground costs nothing more, and the cost does not grow with the terrain. Invariant:
// at the places looked at, the middle of the sole passes above the ground.
#include "gait/gait.h"

#define LOOKS 18     // places along the way
#define COARSE 6     // parts of the way between which a step is looked for
#define SLOPE 0.02f  // of leg length: what the ground of a slope is off the line at most
#define STEP 0.06f   // and that of a step, a third of a tread's rise, at least
#define UNEVEN 0.10f // share of leg length: lifted more where the ground is not level
// Share of the lift: what a foot leaves out that goes a tread up or down, since its climb is over
// the edge as it is. Set by hand: of 25 bodies 12, 13 and 16 keep their joints within their limits
// over stairs with 0, 0.3 and 0.7 of it.
#define CLIMBS 0.7f
#define FADES 0.45f     // share of a flight in which a foot comes back to its way (flight.c)
#define CLEARANCE 0.06f // over what lies there, share of leg length

float caperi_swing_lift(const caperi_step *step, int leg)
{
    const caper_gait_leg *l = &step->gait->legs[leg];
    float room = step->gait->plans[leg].lift;
    // who does not see level ground lifts feet higher
    const caperi_walker_state *s = &step->walker->state;
    float more = UNEVEN * s->uneven * (1.0f - 0.7f * s->run); // runs lift them high enough
    float lift = (step->params[l->group].lift + more) * room;
    const caperi_foot *foot = &step->walker->feet[leg];
    // short steps are low
    float way = caper_vec3_distance(foot->anchor, foot->target) / (0.6f * l->length);
    // what climbs is lifted already
    float climb = fabsf(foot->target.y - foot->start.y) / (CAPERI_TREAD * l->length);
    lift *= 1.0f - CLIMBS * foot->steps * caper_min(climb, 1.0f);
    return lift * caper_min(1.0f, 0.35f + way);
}

// Is the ground a level plane on which nothing moves? There is nothing to step over.
static bool is_level(const caperi_step *step)
{
    const caperi_ground *ground = &step->ground;
    return ground->flat && ground->normal.x == 0 && ground->normal.z == 0 &&
           !caperi_frame_moves(step->frame);
}

// 1 where the straight line from start to landing goes through a step, 0 where it is a slope.
float caperi_swing_steps(const caperi_step *step, int leg)
{
    const caperi_foot *foot = &step->walker->feet[leg];
    float bulge = 0.0f, length = step->gait->legs[leg].length;
    for (int i = 1; i < COARSE && !is_level(step); i++) {
        caper_vec3 p = caper_vec3_lerp(foot->start, foot->target, (float)i / (float)COARSE);
        bulge = caper_max(bulge, fabsf(caperi_ground_height(step, p) - p.y));
    }
    return caper_smoothstep(SLOPE * length, STEP * length, bulge);
}

void caperi_swing_plan(caperi_step *step, int leg)
{
    caperi_foot *foot = &step->walker->feet[leg];
    const caper_gait_leg *l = &step->gait->legs[leg];
    const caperi_leg_plan *plan = &step->gait->plans[leg];
    float flown = caperi_flight(foot);
    // what it is up by already stays: a foot that sinks midway meets what it was to clear
    foot->height_goal = flown > 0.0f ? foot->height_goal * (1.0f - foot->steps) : 0.0f;
    foot->rough = 0;
    if (is_level(step)) {
        return;
    }
    caper_vec3 front = plan->pivot, points[2];
    for (int i = 0; i < plan->corner_count; i++) {
        front = caper_vec3_dot(plan->corners[i], plan->toe) > caper_vec3_dot(front, plan->toe)
                    ? plan->corners[i]
                    : front;
    }
    points[0] = caper_quat_rotate(foot->goal_rotation, front);
    points[1] = caper_quat_rotate(foot->goal_rotation, plan->heel);
    caperi_footing_job job = caperi_footing_of(step, leg);
    float lift = caperi_swing_lift(step, leg), low = foot->start.y, high = low;
    for (int i = 1; i <= LOOKS; i++) {
        float share = (float)i / (float)(LOOKS + 1);
        if (share < flown && foot->steps < 0.5f) {
            continue;
        }
        caper_vec3_knot knot = caperi_foot_path(step, share);
        caper_vec3 path = knot.value, p = caper_vec3_lerp(foot->start, foot->target, path.x);
        p.y = foot->start.y + caperi_climb(foot, foot->target.y - foot->start.y, share, knot).value;
        // of what it is off this way some is left
        float left = 1.0f - caper_smoothstep(0.0f, caper_min(1.0f - flown, FADES), share - flown);
        p = caper_vec3_add_scaled(p, foot->drift.value, flown > 0.0f ? left : 0.0f);
        float top = caperi_footing_top(&job, p, points, 2);
        // over what is above the way; level ground is cleared by the style's own lift
        float plateau = caperi_foot_plateau(share), over = top - p.y;
        float clear = caper_min(CLEARANCE * l->length, caper_max(over, 0.0f));
        float need = over + clear - lift * path.y;
        foot->height_goal = caper_max(foot->height_goal, need / caper_max(plateau, 0.75f));
        low = caper_min(low, top);
        high = caper_max(high, top);
    }
    foot->height_goal = caper_min(foot->height_goal, 0.6f * l->length);
    foot->rough = high - low > 0.05f * l->length;
}
