// SPDX-License-Identifier: MIT
//
// Whether one moment can follow another when a player by matching goes from one to the other.
// Features say how alike two frames are as a whole, and a good direction makes up for feet that are
// elsewhere. But what is held on the ground and what hangs above it cannot be elsewhere at once:
// the same feet must stand, as far apart and turned as they are, those in the air must be near, and
// the trunk as high as can be made good without a fall.
//
// A moment that nothing can follow is a dead end, and so is all that leads to nothing else: what is
// left of a clip after its last way out cannot be a result.
#include "contact/footage.h"
#include "graph/blend.h"
#include "graph/match.h"

#include <math.h>

// Of a person; lengths go by the size of the body. Tuned on 64 rides of 13 to 21 s through 22
// captures. With wider limits more of them fail the judge, with narrower ones players stay where
// they are.
#define MOST_SHIFT 0.03f // metres that feet which stand are nearer to each other, or farther away
#define MOST_TWIST 0.15f // radians that each is turned against the others
#define MOST_TURN 0.25f  // radians that they are turned together
#define MOST_SWING 0.12f // metres that a foot in the air is elsewhere
#define SLOWEST 0.2f     // half-life in seconds of the height of the trunk: half a step
#define RISING 1.5f      // times as slow where it rises
// How hard a trunk is pulled up or down to its new height, m/s^2: a fifth of gravity, because who
// is in the air falls by 1 g and 1.2 g is a fall (METRICS).
#define PULL 2.0f
// A way out in the same clip leads back by so much at least, seconds.
#define BACK 0.5f

static float size_of(const caper_match *m)
{
    return m->def.character->size / CAPERI_REFERENCE_SIZE;
}

static float yaw_of(const caper_match *m, int foot, caper_quat rotation)
{
    caper_quat rest = m->def.character->rest_model[m->stands[foot]].rotation;
    caper_vec3 ahead = caper_quat_rotate(caper_quat_mul(rotation, caper_quat_conj(rest)),
                                         caper_vec3_make(0.0f, 0.0f, 1.0f));
    return caper_atan2(ahead.x, ahead.z);
}

void caperi_match_moment_put(const caper_match *match, caperi_match_moment *stance, int foot,
                             caper_transform place)
{
    if (foot < CAPER_MATCH_MAX_FEET) {
        stance->feet[foot].position = place.position;
        stance->feet[foot].yaw = yaw_of(match, foot, place.rotation);
    }
}

caperi_match_moment caperi_match_stance(const caper_match *m, int clip, float time,
                                        caper_pose *pose)
{
    const caper_clip *c = m->clips[clip];
    const caper_skeleton *s = &c->skeleton;
    int trunk = m->def.character->root_body;
    float step = 1.0f / m->def.rate, most = c->duration;
    time =
        c->loops ? caper_clip_wrap(c, time, NULL) : caper_clamp(time, caper_min(step, most), most);
    caperi_match_moment stance = {.stands = caperi_clip_stands(c, m->stands, m->stand_count, time)};
    caper_clip_sample(c, c->loops ? time - step : caper_max(0.0f, time - step), NULL, pose);
    float before = caperi_model_of(s, pose, trunk).position.y;
    caper_clip_sample(c, time, NULL, pose);
    stance.height = caperi_model_of(s, pose, trunk).position.y;
    stance.rise = (stance.height - before) / step;
    for (int k = 0; k < m->stand_count; k++)
        caperi_match_moment_put(m, &stance, k, caperi_model_of(s, pose, m->stands[k]));
    return stance;
}

// The spring pulls by rate^2 x + 2 rate v at first.
float caperi_match_rise(float height, float rise)
{
    float x = fabsf(height), v = fabsf(rise);
    return 2.0f * 0.69314718f * caper_max(v + sqrtf(v * v + PULL * x), 1e-6f) / PULL;
}

static int foot_count(const caper_match *m)
{
    return m->stand_count < CAPER_MATCH_MAX_FEET ? m->stand_count : CAPER_MATCH_MAX_FEET;
}

// How feet that stand are shifted and turned as a whole: the new clip is laid so.
static caper_vec3 shift_of(const caper_match *m, const caperi_match_moment *a,
                           const caperi_match_moment *b, float *turn)
{
    caper_vec3 sum = caper_vec3_zero();
    float count = 0.0f, yaw = 0.0f;
    for (int k = 0; k < foot_count(m); k++)
        if (a->stands >> k & 1) {
            sum = caper_vec3_add(sum, caper_vec3_sub(b->feet[k].position, a->feet[k].position));
            yaw += caper_wrap_angle(b->feet[k].yaw - a->feet[k].yaw);
            count++;
        }
    sum.y = 0.0f;
    *turn = count > 0.0f ? yaw / count : 0.0f;
    return count > 0.0f ? caper_vec3_scale(sum, 1.0f / count) : sum;
}

// Who went down as easily as he rises would go crouched as soon as nothing else turns, and stay so:
// features do not say how high a trunk is.
static bool is_high_enough(const caperi_match_moment *a, const caperi_match_moment *b, float wide)
{
    float most = SLOWEST * (b->height > a->height ? RISING * wide : sqrtf(wide));
    return caperi_match_rise(b->height - a->height, b->rise - a->rise) <= most;
}

bool caperi_match_follows(const caper_match *match, const caperi_match_moment *a,
                          const caperi_match_moment *b, float wide)
{
    if (a->stands != b->stands || !is_high_enough(a, b, wide))
        return false;
    float turn;
    caper_vec3 shift = shift_of(match, a, b, &turn);
    if (fabsf(turn) > MOST_TURN * wide)
        return false;
    for (int k = 0; k < foot_count(match); k++) {
        bool stands = a->stands >> k & 1;
        caper_vec3 off = caper_vec3_sub(b->feet[k].position, a->feet[k].position);
        off = caper_vec3_sub(off, shift);
        off.y = stands ? 0.0f : off.y; // it rolls where it stands
        float twist = caper_wrap_angle(b->feet[k].yaw - a->feet[k].yaw - turn);
        if (caper_vec3_length(off) > (stands ? MOST_SHIFT : MOST_SWING * wide) * size_of(match) ||
            (stands && fabsf(twist) > MOST_TWIST))
            return false;
    }
    return true;
}

// -- Dead ends
// ----------------------------------------------------------------------------------------------

bool caperi_match_leads_on(const caper_match *match, int frame)
{
    int clip = match->clip_of[frame];
    float time = (float)match->frame_of[frame] / match->def.rate;
    return time <= match->ends[clip] - CAPERI_MATCH_END;
}

// Does anything that leads on follow a moment?
static bool has_way_out(const caper_match *m, int clip, float time,
                        const caperi_match_moment *stance)
{
    for (int f = 0; f < m->frame_count; f++) {
        float at = (float)m->frame_of[f] / m->def.rate;
        if ((m->clip_of[f] != clip || at < time - BACK) && caperi_match_leads_on(m, f) &&
            caperi_match_follows(m, stance, &m->stances[f], 1.0f))
            return true;
    }
    return false;
}

// The last moment of a clip, not after the one known, from which there is a way out; below zero:
// none.
static float last_way_out(const caper_match *m, int clip, caper_pose *pose)
{
    float step = 1.0f / m->def.rate, time = m->ends[clip];
    for (; time >= 0.0f; time -= step) {
        caperi_match_moment stance = caperi_match_stance(m, clip, time, pose);
        if (has_way_out(m, clip, time, &stance))
            break;
    }
    return time;
}

void caperi_match_find_ends(caper_match *m, caper_pose *pose)
{
    bool changed = true, any = false;
    for (int c = 0; c < m->clip_count; c++)
        m->ends[c] = m->clips[c]->loops ? INFINITY : m->clips[c]->duration;
    while (changed && !m->def.loose) {
        changed = false;
        for (int c = 0; c < m->clip_count; c++) {
            if (m->clips[c]->loops || m->ends[c] < 0.0f)
                continue;
            float end = last_way_out(m, c, pose);
            changed = changed || end < m->ends[c];
            m->ends[c] = end;
        }
    }
    for (int f = 0; f < m->frame_count; f++)
        any = any || caperi_match_leads_on(m, f);
    for (int c = 0; c < m->clip_count && !any; c++) // all end somewhere: so be it
        m->ends[c] = m->clips[c]->duration;
}
