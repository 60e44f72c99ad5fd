// SPDX-License-Identifier: MIT
// Everything at once: the headers of all rooms, from the lowest row up. Words, and the papers that
// comments cite by number, are in docs/glossary.md. Everywhere `error`, `allocator`, `options` and
// the argument of a _destroy may be NULL; any other pointer may where its comment says so.
//
// The core is one library, `caper`. Rooms that need other libraries (physics, spacetime, render,
// store ...) are libraries of their own: a program that calls them links those as well.
#ifndef CAPER_CAPER_H
#define CAPER_CAPER_H

#include "caper/base.h"
#include "caper/vecmath.h"

#include "caper/character.h"

#include "caper/clip.h"
#include "caper/person.h"
#include "caper/world.h"

#include "caper/contact.h"
#include "caper/formats.h"
#include "caper/ik.h"

#include "caper/gait.h"
#include "caper/jiggle.h"
#include "caper/motion.h"
#include "caper/quality.h"
#include "caper/stride.h"

#include "caper/graph.h"
#include "caper/puppet.h"

#include "caper/actor.h"

#include "caper/live.h"
#include "caper/physics.h"
#include "caper/render.h"
#include "caper/spacetime.h"
#include "caper/store.h"

#include "caper/grid.h"
#include "caper/scene.h"

#endif
