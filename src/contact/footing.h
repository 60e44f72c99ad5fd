// SPDX-License-Identifier: MIT
//
// Where a sole can stand, and what it passes over on its way there: for every room that puts feet
// on uneven ground.
#ifndef CAPER_SRC_CONTACT_FOOTING_H
#define CAPER_SRC_CONTACT_FOOTING_H

#include "caper/vecmath.h"
#include "contact/ground.h"

/// Points of a sole, those of its toes included.
#define CAPERI_CORNERS (3 * CAPER_MAX_CONTACTS)

/// A sole and the ground that it looks for a place on.
typedef struct caperi_footing_job {
    const caperi_ground *ground;
    const caper_world_frame *frame; // may be NULL
    caper_quat rest_rotation;       // of the foot, model space
    const caper_vec3 *corners;      // of the sole from its center, foot frame
    int corner_count;
    caper_vec3 toe, heel; // ends of the sole, foot frame
    float length;         // of the leg
    float ahead;          // how far ahead of the aim it reaches
    int side;             // 1 left, -1 right, 0 middle
    float coming;         // about how high the ground is where the body is about to go
    float climb;          // what is higher than that above it is a ceiling
    caper_vec3 aim;       // where the center of the sole should stand
    float yaw;            // that the body faces then
    // results
    caper_vec3 place;  // of the center of the sole
    caper_vec3 normal; // of the sole
    int platform;      // that is there, or -1
    bool moved;        // it is not at the aim
    bool cramped;      // a step is right before its toes
} caperi_footing_job;

/// The ground at a place, flat without a world; false where a world has none.
static inline bool caperi_footing_ground(const caperi_footing_job *job, caper_vec3 at,
                                         caper_hit *hit)
{
    float from = caper_max(at.y, job->coming) + job->climb;
    *hit = caperi_ground_under(job->ground, job->frame, at, from);
    return hit->surface != CAPER_SURFACE_NONE;
}

/// Its height; that of the place where there is none.
static inline float caperi_footing_height(const caperi_footing_job *job, caper_vec3 at,
                                          caper_vec3 *normal, int *platform)
{
    caperi_focus *focus = job->ground->flat ? NULL : job->ground->focus;
    float from = caper_max(at.y, job->coming) + job->climb;
    const caperi_focus_answer *known =
        focus ? caperi_focus_knows(focus, job->frame, at.x, at.z, from) : NULL;
    if (known || (focus && caperi_focus_is_plain(focus, job->frame, at.x, at.z))) { // quickly
        int box;
        float top = known ? known->top
                          : caperi_focus_top(focus, job->ground->world, at.x, at.z, from, &box);
        *normal = caper_vec3_make(0, 1, 0);
        *platform = -1;
        return top > -INFINITY ? top : at.y;
    }
    caper_hit hit;
    bool found = caperi_footing_ground(job, at, &hit);
    *normal = hit.normal;
    *platform = hit.surface == CAPER_SURFACE_PLATFORM ? hit.index : -1;
    return found ? hit.point.y : at.y;
}

/// Choose where a foot lands: the ground nearest to the aim that carries its sole.
void caperi_footing_choose(caperi_footing_job *job);

/// The highest ground under a place and under points around it: what a sole there must pass over.
float caperi_footing_top(const caperi_footing_job *job, caper_vec3 at, const caper_vec3 *points,
                         int count);

#endif
