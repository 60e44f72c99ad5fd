// SPDX-License-Identifier: MIT
//
// Stun and fainting (paper 002, sections 3.4 and 4.4). An impact takes strength away at once and it
// comes back slowly; a very large one knocks out. A spring that stays broken for half a second
// makes the doll go limp; put back on its feet it regains its strength; lying still it waits for
// caper_physics_rise.
#include "physics/physics.h"

#include <math.h>

// Impacts are summed over this half-life, seconds.
#define IMPACT_HALF_LIFE 0.05f
// Impulse that begins to stun and that knocks out, in units of M sqrt(g L): for a person 10 and
// 200 N s. A beach ball of 0.5 kg at 15 m/s has 7.5, a good punch 20 to 40, a crate of 30 kg at
// 6 m/s that stops 180.
#define STUN_BEGINS 0.05f
#define STUN_OUT 1.0f
// A blow to the head counts so many times: boxers go down from 10 to 20 N s there.
#define HEAD_STUN 12.0f
// What a part bears at rest is no blow, in units of the doll's weight: a body that lies on one hip,
// a head that lies on the ground.
#define BEARS 1.0f
#define HEAD_BEARS 0.2f
// Strength comes back with this half-life, seconds of a person; after a knock-out it stays away for
// so long first.
#define RECOVERY 0.4f
#define OUT_SECONDS 3.0f
// Going limp: broken for so long (section 4.4), then strength leaves with this half-life.
#define BROKEN_SECONDS 0.5f
#define LIMP_HALF_LIFE 0.1f
// Back on its feet when the spring has held for so long.
#define RESTORED_SECONDS 0.1f
// It lies when its parts are slower than this, in units of sqrt(g L), for so long.
#define STILL_SPEED 0.1f
#define STILL_SECONDS 0.7f
// Rising ends when the root body has been this near to its height at rest (share), upright
// (radians) and slow (share of sqrt(g L)) for so long, or after so many seconds.
#define UPRIGHT_SECONDS 0.5f
#define UPRIGHT_HEIGHT 0.75f
#define UPRIGHT_TILT 0.15f
#define UPRIGHT_SPEED 0.15f
#define RISE_SECONDS 12.0f
// Rising begins with little strength.
#define RISE_HALF_LIFE 0.3f

void caperi_doll_feel(caperi_doll *doll, int part, float impulse)
{
    doll->felt[part] += impulse;
}

// What the parts felt in the last step, beyond what they bear.
static float take_blows(caperi_doll *doll, float h)
{
    float weight = doll->plan.moment / doll->plan.length, sum = 0;
    for (int k = 0; k < doll->plan.part_count; k++) {
        if (doll->felt[k] > 0) {
            caper_caps caps = doll->character->bodies[doll->plan.parts[k].body].caps;
            bool head = (caps & CAPER_CAP_HEAD) != 0;
            float blow = doll->felt[k] - (head ? HEAD_BEARS : BEARS) * weight * h;
            sum += blow > 0 ? (head ? HEAD_STUN : 1) * blow : 0;
            doll->felt[k] = 0;
        }
    }
    return sum;
}

static void stun(caperi_doll *doll, float h, float unit)
{
    float tempo = doll->plan.tempo;
    doll->impulse *= caper_exp2(-h / (IMPACT_HALF_LIFE * tempo));
    doll->impulse += take_blows(doll, h);
    if (!doll->def.stun) {
        return;
    }
    float hit = (doll->impulse / unit - STUN_BEGINS) / (STUN_OUT - STUN_BEGINS);
    if (hit > 0) {
        doll->strength = caper_min(doll->strength, caper_max(1 - hit, 0));
    }
    if (hit >= 1) {
        doll->out_seconds = OUT_SECONDS * tempo;
    }
}

static bool is_still(const caperi_doll *doll, float unit)
{
    float sum = 0;
    for (int k = 0; k < doll->plan.part_count; k++) {
        sum += doll->plan.parts[k].mass * caper_vec3_length(doll->motion[k].velocity);
    }
    return sum < STILL_SPEED * unit; // unit: M sqrt(g L)
}

// Standing height, and what is wanted is what is.
static bool is_upright(const caperi_doll *doll)
{
    float rest = doll->character->rest_model[doll->plan.parts[0].body].position.y;
    float ground =
        doll->wanted_world.position.y - doll->model.bodies[doll->plan.parts[0].body].position.y;
    float calm = UPRIGHT_SPEED * sqrtf(doll->plan.moment / doll->plan.mass); // of sqrt(g L)
    return doll->motion[0].position.y - ground > UPRIGHT_HEIGHT * rest &&
           caper_vec3_length(doll->tilt_torque) < UPRIGHT_TILT * doll->plan.k1_root &&
           caper_vec3_length(doll->center_velocity) < calm;
}

static void become(caperi_doll *doll, caper_doll_mood mood)
{
    doll->mood = mood;
    doll->mood_seconds = 0;
    doll->still_seconds = 0;
}

static void recover(caperi_doll *doll, float h, float half_life)
{
    doll->strength = 1 - (1 - doll->strength) * caper_exp2(-h / (half_life * doll->plan.tempo));
}

static void faint(caperi_doll *doll, float h, float unit)
{
    float tempo = doll->plan.tempo;
    bool awake = doll->out_seconds <= 0;
    bool fallen = doll->broken_seconds > BROKEN_SECONDS * tempo && doll->touches;
    doll->mood_seconds += h;
    bool rising = doll->mood == CAPER_DOLL_RISING;
    bool calm = rising ? is_upright(doll) : is_still(doll, unit);
    doll->still_seconds = calm ? doll->still_seconds + h : 0;
    switch (doll->mood) {
    case CAPER_DOLL_DRIVEN:
        if (!awake || (fallen && doll->def.faint && doll->def.balance == CAPER_BALANCE_SPRING)) {
            become(doll, CAPER_DOLL_LIMP);
        } else {
            recover(doll, h, RECOVERY);
        }
        break;
    case CAPER_DOLL_LIMP:
    case CAPER_DOLL_LYING:
        doll->strength *= caper_exp2(-h / (LIMP_HALF_LIFE * tempo));
        if (awake && !doll->broken && doll->mood_seconds > RESTORED_SECONDS * tempo) {
            become(doll, CAPER_DOLL_DRIVEN);
        } else if (awake && doll->mood == CAPER_DOLL_LIMP &&
                   doll->still_seconds > STILL_SECONDS * tempo) {
            become(doll, CAPER_DOLL_LYING);
        }
        break;
    default:
        recover(doll, h, RISE_HALF_LIFE);
        if (!awake) {
            become(doll, CAPER_DOLL_LIMP);
        } else if (doll->still_seconds > UPRIGHT_SECONDS * tempo ||
                   doll->mood_seconds > RISE_SECONDS * tempo) {
            become(doll, CAPER_DOLL_DRIVEN);
        }
    }
}

void caperi_doll_mood(caperi_doll *doll, float h)
{
    float unit = sqrtf(doll->plan.mass * doll->plan.moment); // M sqrt(g L)
    stun(doll, h, unit);
    doll->out_seconds = caper_max(doll->out_seconds - h, 0);
    faint(doll, h, unit);
}
