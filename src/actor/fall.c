// SPDX-License-Identifier: MIT
//
// Nobody falls faster than a stone. Keys, legs that cannot reach any farther and arms that come
// down all move the center of mass, and what they ask for together may fall faster than a body
// does. Then the trunk stays above what is asked, by what a free fall leaves, and comes down as
// soon as weight lets it. Upward there is no such bound: legs push as hard as they have to. What
// falls slower is left alone to the bit.
#include "actor/bear.h"

#include <math.h>

#define GRAVITY 9.81f   // m/s2
#define HALF_LIFE 0.04f // seconds of a person, in which half of what it lags behind is made good
#define MOST 0.15f      // of size that it lags behind at most: who was moved elsewhere follows
#define PUSH 4.0f // g by which legs push up: a wish that jumps faster throws nobody up; set by hand
#define LEAST 1e-5f // of size: less is none
#define PERSON 1.8f // metres

float caperi_fall(caper_actor *actor, bool falls, float dt)
{
    caperi_fall_state *f = &actor->fall;
    const caper_character *c = actor->character;
    if (!falls || !(c->mass > 0)) {
        *f = (caperi_fall_state){0, 0, 0, 0, 0};
        return 0;
    }
    float wish = caper_character_center_of_mass(c, &actor->model).y;
    if (!(dt > 0)) {
        return f->above;
    }
    float last = f->above, half_life = HALF_LIFE * sqrtf(c->size / PERSON);
    caper_spring(&f->above, &f->above_rate, 0, 0, half_life, dt);
    float freely = f->height + (f->speed - GRAVITY * dt) * dt;
    if (f->known >= CAPERI_FALL_KNOWN && freely > wish + f->above) {
        f->above = caper_min(freely - wish, MOST * c->size);
        f->above_rate = freely - wish < MOST * c->size ? (f->above - last) / dt : 0;
    }
    if (!(f->above > LEAST * c->size)) {
        f->above = f->above_rate = 0;
    }
    float speed = (wish + f->above - f->height) / dt;
    f->speed = f->known > 0 ? caper_min(speed, f->speed + PUSH * GRAVITY * dt) : 0;
    f->height = wish + f->above;
    f->known = f->known < CAPERI_FALL_KNOWN ? f->known + 1 : CAPERI_FALL_KNOWN;
    return f->above;
}
