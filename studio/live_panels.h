// SPDX-License-Identifier: MIT
// What the live panels give to the actions: the drivers that move the cast instead of the motion.
#ifndef CAPER_STUDIO_LIVE_PANELS_H
#define CAPER_STUDIO_LIVE_PANELS_H

#include "studio.h"

// Buttons that record the active character: what any live panel shows.
void live_record(studio *s);

const stage_driver *gait_driver(void);
// Walk that way: forward and left, shares of the speed.
void gait_walk(float forward, float left);

const stage_driver *physics_driver(void);          // NULL where the build has no physics
bool physics_throw(studio *s, caper_error *error); // a ball at the active character
bool physics_knock_out(studio *s, float seconds, caper_error *error);
int physics_balls(void);
// Where a body is under physics; false: it is not.
bool physics_place(int member, int body, caper_transform *place);
bool physics_push(studio *s, int member, const char *body, caper_vec3 force, caper_error *error);

const stage_driver *puppet_driver(void); // NULL where the build has no network
bool puppet_listen(int port, caper_error *error);
int puppet_port(void); // that it listens at; 0: none
bool puppet_is_performed(void);
// How the active performer's limbs matter on a member; NULL: nobody performs.
const caper_puppet_report *puppet_report(const studio *s, int member);

const stage_driver *space_driver(void); // NULL where the build has no spacetime
const stage_driver *stride_driver(void);

const stage_driver *path_driver(void);

#endif
