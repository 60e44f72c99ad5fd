// SPDX-License-Identifier: MIT
//
// Waves of the spine with the legs. Hips turn with the foot that they put forward, shoulders with
// theirs, so that the back bends to the side between them: once along a walk, like a bow in a trot.
// Where both hind feet come forward together as the front ones go back, in bounds and gallops, the
// back arches up, and is stretched as they part. Necks take the turns back, nod once for each front
// foot, and keep heads level. Nothing here knows of gaits: where each leg is in its cycle says it
// all, for any number of rows. Invariants: what stands is at rest; legs in one place bend nothing;
// no joint is bent beyond a share of what it allows.
#include "gait/gait.h"

// Hand-keyed walks of a fox and a horse turn hips against shoulders by 7 degrees in all, with legs
// that are 0.4 of their length ahead and behind: 0.1 radians for a leg length of either.
#define TURN 0.10f
#define ARCH 0.065f // of leg length, for a leg length between gathered hind and front feet
#define NOD 0.075f  // radians to either side in a walk: heads go up and down by 4-11 % (the same)
#define TROT 0.35f  // of that in trots and runs, which carry the head still
#define USED 0.3f   // share of what the joints of a back allow that a walk uses at most
#define LOOSE 0.45f // radians that a joint without limits counts for
#define SUPPLE 1.0f // radians that the joints between the girdles of a supple back allow (a dog's)
#define LONG 1.2f   // leg lengths between the girdles: longer bodies turn less
#define MOST 0.55f  // leg lengths that a foot counts as ahead or behind at most
#define LEVEL 0.8f  // of the nod and of the arch that heads take back

// ------------------------------------------------------------------------------------------ plan

// How far the joint between two bodies of the spine lets one swing.
static float allowed(const caper_character *c, int a, int b)
{
    int child = c->bodies[b].parent == a ? b : a;
    const caper_joint *joint = &c->bodies[child].joint;
    switch (joint->kind) {
    case CAPER_JOINT_FIXED:
        return 0.0f;
    case CAPER_JOINT_BALL:
        return caper_min(joint->swing, LOOSE);
    case CAPER_JOINT_HINGE:
        return caper_min(0.5f * (joint->max - joint->min), LOOSE);
    default:
        return LOOSE;
    }
}

void caperi_wave_plan(caper_gait *gait)
{
    float sum = 0.0f;
    for (int k = gait->first_hip; k < gait->last_hip; k++) {
        sum += allowed(gait->character, gait->links[k].body, gait->links[k + 1].body);
    }
    // what is far behind would swing far aside
    float near = caper_min(LONG * gait->length / caper_max(gait->bend_length, 1e-6f), 1.0f);
    gait->lithe = gait->bends ? caper_min(sum / SUPPLE, 1.0f) * gait->supple * near : 0.0f;
    gait->most_wave = USED * sum;
}

// ---------------------------------------------------------------------------------------- update

// How far a foot is ahead of its home, leg lengths, by the place of its leg in the cycle.
static float ahead_of(const caperi_step *step, int leg, float lead)
{
    const caper_gait_leg *l = &step->gait->legs[leg];
    const caperi_foot *foot = &step->walker->feet[leg];
    float frequency = caper_max(step->frequency[l->group], 1e-3f);
    float duty = step->params[l->group].duty;
    float far = 0.5f * duty * foot->going.z / (frequency * l->length);
    // it is farthest ahead half way between the middles of a flight and of the next stance
    float phase = caperi_wanted_phase(step, leg) + lead * frequency - 0.5f * (duty - 0.5f);
    return caper_clamp(far, -MOST, MOST) * caper_cos(CAPER_TAU * phase);
}

// Signals of the legs spread over the nodes along the body: sides apart, and both together.
static void spread(const caperi_step *step, float lead, float sides[], float both[])
{
    const caper_gait *gait = step->gait;
    float weights[CAPERI_BEND] = {0}, unit = 1.0f / (CAPERI_BEND - 1);
    float closeness = 1.0f / caper_max(gait->row_gap, 0.1f);
    for (int i = 0; i < gait->leg_count; i++) {
        float ahead = ahead_of(step, i, lead), at = gait->plans[i].share;
        for (int k = 0; k < CAPERI_BEND; k++) {
            float near = caper_max(1.0f - fabsf(at - unit * (float)k) * closeness, 0.0f);
            sides[k] += near * (float)gait->legs[i].side * ahead;
            both[k] += near * ahead;
            weights[k] += near;
        }
    }
    for (int k = 0; k < CAPERI_BEND; k++) {
        float per = 1.0f / caper_max(weights[k], 1e-6f);
        sides[k] *= per;
        both[k] *= per;
    }
}

// Heads go down as a front foot takes the load and up as the body goes over it.
static float nod_of(const caperi_step *step, float lead)
{
    const caper_gait *gait = step->gait;
    float sum = 0.0f, count = 0.0f;
    for (int i = 0; i < gait->leg_count; i++) {
        if (gait->plans[i].link == gait->last_hip) {
            int group = gait->legs[i].group;
            float phase = caperi_wanted_phase(step, i) + lead * step->frequency[group];
            sum += caper_cos(2.0f * CAPER_TAU * (phase - 0.1f));
            count += 1.0f;
        }
    }
    float much = caper_lerp(TROT, 1.0f, caper_smoothstep(0.5f, 0.65f, step->walker->state.duty));
    return -NOD * much * sum / caper_max(count, 1.0f);
}

void caperi_wave_update(caperi_step *step, const caperi_springs *spring)
{
    const caper_gait *gait = step->gait;
    caperi_walker_state *s = &step->walker->state;
    if (!(gait->lithe > 0.0f) || gait->last_hip == gait->first_hip) {
        return;
    }
    float sides[CAPERI_BEND] = {0}, both[CAPERI_BEND] = {0}, much = gait->lithe * s->activity;
    float lead = 2.0f / spring->rate; // by which the springs lag
    if (step->moves) {
        spread(step, lead, sides, both);
    }
    float most = gait->most_wave;
    for (int k = 0; k < CAPERI_BEND; k++) {
        float goal = caper_clamp(-TURN * much * sides[k], -most, most);
        caperi_spring_to(spring, &s->waves[k], &s->wave_velocities[k], goal);
    }
    float gathered = both[0] - both[CAPERI_BEND - 1];
    float arch = caper_clamp(ARCH * much * gathered * gait->length,
                             -0.25f * most * gait->bend_length, 0.25f * most * gait->bend_length);
    caperi_spring_to(spring, &s->arch, &s->arch_velocity, arch);
    float nod = step->moves ? nod_of(step, lead) * s->activity * gait->supple : 0.0f;
    caperi_spring_to(spring, &s->nod, &s->nod_velocity, nod);
}

// ------------------------------------------------------------------------------------------ pose

float caperi_wave_arch(const caper_walker *walker, float share)
{
    share = caper_clamp(share, 0.0f, 1.0f);
    return 4.0f * walker->state.arch * share * (1.0f - share);
}

float caperi_wave_slope(const caper_walker *walker, float share)
{
    share = caper_clamp(share, 0.0f, 1.0f);
    return 4.0f * walker->state.arch * (1.0f - 2.0f * share) /
           caper_max(walker->gait->bend_length, 1e-6f);
}

float caperi_wave_neck(const caper_walker *walker, float share)
{
    float slope = caperi_wave_slope(walker, 1.0f);
    return caper_lerp(slope + walker->state.nod, (1.0f - LEVEL) * (slope + walker->state.nod),
                      caper_smoothstep(0.6f, 1.0f, share));
}
