// SPDX-License-Identifier: MIT
//
// How far a leg folds in flight. Figures of animals say how far paws and hooves fold back, but the
// joints of a body decide: the solver is asked for the middle of a flight with less and less of the
// fold until every joint of the leg keeps within its limits. Done once, when the gait is made.
#include "gait/gait.h"

#include "caper/ik.h"

#include <string.h>

#define MIDDLE (3.0f / 7.0f)         // share of the flight at which feet fold most (roll.c)
#define ROLLED 0.7f                  // of the roll at the end of a stance: what is left by then
#define WALK 0.2f                    // Froude numbers that are tried: a brisk walk
#define RUN 0.8f                     // and a run
#define BEYOND (4.0f * CAPER_DEGREE) // the judge counts from 2, and one frame in a hundred may be
#define WAYS 20                      // places from home to as far as a leg is long
#define LOWER 0.1f                   // of leg length: from one height of the hips to the next
#define TRIES 8                      // steps from all of a fold to nothing

// What a trial needs.
typedef struct trial {
    caper_gait *gait;
    caper_solver *solver;
    void *scratch;
    caper_goal *goals;
    caper_pose local;
} trial;

static caper_goal goal_of(int body, caper_vec3 point, caper_transform at)
{
    caper_goal goal = caper_goal_default();
    goal.body = body;
    goal.point = point;
    goal.position = at.position;
    goal.rotation = at.rotation;
    goal.position_weight = goal.rotation_weight = 1.0f;
    goal.soften = CAPERI_SOFTEN;
    return goal;
}

// How far a body stands below its rest as it walks: hips are lower at both ends of a stance.
static float lowered(const caper_gait *gait, int leg)
{
    return 0.5f * CAPERI_BENT * gait->supple * gait->legs[leg].length;
}

// The foot in the middle of a stance or at an end of it, so far ahead of its home, so wide and that
// much nearer to the hips.
static caper_transform apart(const caper_gait *gait, int leg, float width, float ahead, float rise)
{
    const caperi_leg_plan *plan = &gait->plans[leg];
    caper_vec3 base = gait->legs[leg].home;
    base.x *= width;
    base.y += rise;
    base.z += ahead;
    float tip = ahead > 0.0f ? -plan->strike : ahead < 0.0f ? plan->roll : 0.0f;
    return caperi_roll_pose(plan, base, plan->rest_rotation, tip, 0.0f);
}

// The foot in the middle of a flight, with a share of its fold.
static caper_transform raised(const caper_gait *gait, int leg, float froude, float fold)
{
    const caperi_leg_plan *plan = &gait->plans[leg];
    const caper_gait_leg *l = &gait->legs[leg];
    float tip = fold * plan->folds + ROLLED * plan->roll;
    caper_vec3 base = l->home;
    base.y += caper_gait_params(gait, l->group, froude).lift * plan->lift;
    base.y -= caperi_roll_low(plan, tip, MIDDLE);
    return caperi_roll_pose(plan, base, plan->rest_rotation, tip, MIDDLE);
}

// How far the worst joint of a leg is beyond its limits, radians.
static float excess_of(trial *t, int leg, caper_transform foot)
{
    const caper_gait *gait = t->gait;
    const caper_character *c = gait->character;
    int count = 0;
    for (int k = 0; k < gait->link_count; k++) {
        int body = gait->links[k].body;
        t->goals[count++] = goal_of(body, caper_vec3_zero(), c->rest_model[body]);
    }
    t->goals[count++] = goal_of(gait->legs[leg].foot, gait->legs[leg].sole, foot);
    caper_solve_job job = caper_solve_job_default();
    job.solver = t->solver;
    job.goals = t->goals;
    job.goal_count = count;
    job.scratch = t->scratch;
    job.local_out = &t->local;
    if (!caper_solve(&job)) {
        return 0.0f;
    }
    float worst = 0.0f;
    for (int b = gait->legs[leg].foot;; b = c->bodies[b].parent) {
        caper_quat rest = c->skeleton.rest_local[b].rotation;
        caper_joint_angles at =
            caper_joint_measure(&c->bodies[b].joint, rest, t->local.bodies[b].rotation);
        worst = caper_max(worst, at.excess);
        if (b == c->legs[leg].hip) {
            return worst;
        }
    }
}

static float try_leg(trial *t, int leg, float froude)
{
    float fold = 1.0f;
    for (int i = 1; i <= TRIES && excess_of(t, leg, raised(t->gait, leg, froude, fold)) > BEYOND;
         i++) {
        fold = 1.0f - (float)i / (float)TRIES;
    }
    return fold;
}

// How far from home, to one side of it, the joints of a leg let its foot stand. Where they are bent
// at home already, as far as it gets no worse.
static float try_way(trial *t, int leg, float side, float rise)
{
    float most = t->gait->plans[leg].reach, way = 0.0f;
    float allowed = caper_max(BEYOND, excess_of(t, leg, apart(t->gait, leg, 1.0f, 0.0f, rise)));
    for (int i = 1; i <= WAYS; i++) {
        float next = most * (float)i / (float)WAYS;
        if (excess_of(t, leg, apart(t->gait, leg, 1.0f, side * next, rise)) > allowed) {
            return way;
        }
        way = next;
    }
    return way;
}

// How near to the middle they let it stand: legs that are made to stand out to the side would break
// an ankle on one line.
static float try_width(trial *t, int leg)
{
    float width = 0.0f, rise = lowered(t->gait, leg);
    while (width < 1.0f && excess_of(t, leg, apart(t->gait, leg, width, 0.0f, rise)) > BEYOND) {
        width += 1.0f / (float)TRIES;
    }
    return width;
}

// How much nearer to the hips a foot stands than at rest, by the number of its room.
static float rise_of(const caper_gait *gait, int leg, int room)
{
    return lowered(gait, leg) + LOWER * (float)(room - 1) * gait->legs[leg].length;
}

float caperi_fold_room(const caper_gait *gait, int leg, float side, float rise)
{
    const float *rooms = side > 0.0f ? gait->plans[leg].ahead : gait->plans[leg].behind;
    float at = (rise - rise_of(gait, leg, 0)) / (LOWER * gait->legs[leg].length);
    at = caper_clamp(at, 0.0f, (float)(CAPERI_ROOMS - 1));
    int i = (int)caper_min(at, (float)(CAPERI_ROOMS - 2));
    return caper_lerp(rooms[i], rooms[i + 1], at - (float)i);
}

float caperi_fold_share(const caperi_step *step, const float shares[2])
{
    float froude = caperi_gait_froude(step->gait, step->speed);
    return caper_lerp(shares[0], shares[1], caper_smoothstep(WALK, RUN, froude));
}

bool caperi_fold_plan(caper_gait *gait)
{
    if (gait->leg_count == 0) {
        return true;
    }
    trial t;
    memset(&t, 0, sizeof t);
    t.gait = gait;
    caper_allocator *a = &gait->allocator;
    t.solver = caper_solver_create(gait->character, a, NULL);
    size_t scratch = t.solver ? caper_solver_scratch_size(t.solver) : 0;
    size_t goals = ((size_t)gait->link_count + 1) * sizeof(caper_goal);
    t.scratch = t.solver ? caper_alloc(a, scratch, 64) : NULL;
    t.goals = caper_alloc(a, goals, 16);
    t.local = caper_character_pose(gait->character, a);
    bool good = t.scratch && t.goals && t.local.bodies;
    for (int i = 0; good && i < gait->leg_count; i++) {
        caperi_leg_plan *plan = &gait->plans[i];
        plan->narrow = plan->peg ? 1.0f : try_width(&t, i);
        for (int k = 0; k < 2; k++) {
            float *rooms = k == 0 ? plan->ahead : plan->behind;
            for (int r = 0; r < CAPERI_ROOMS; r++) {
                float side = k == 0 ? 1.0f : -1.0f;
                rooms[r] = plan->peg ? 1e30f : try_way(&t, i, side, rise_of(gait, i, r));
            }
            plan->fold_share[k] = plan->folds > 0.0f ? try_leg(&t, i, k == 0 ? WALK : RUN) : 0.0f;
        }
    }
    caper_pose_destroy(&t.local, a);
    caper_free(a, t.goals, goals);
    caper_free(a, t.scratch, scratch);
    caper_solver_destroy(t.solver);
    return good;
}
