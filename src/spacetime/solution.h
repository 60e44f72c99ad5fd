// SPDX-License-Identifier: MIT
// What a solve leaves behind.
#ifndef CAPER_SPACETIME_SOLUTION_H
#define CAPER_SPACETIME_SOLUTION_H

#include "spacetime/model.h"
#include "spacetime/problem.h"

/// When a part of a sole stood, and with what force, frame by frame.
typedef struct caperi_solution_foot {
    int body, rigid, mirror;
    int part_count;
    real3 point[2];
    real3 side;
    double half_width;
    bool *active[2]; ///< frames
    real3 *force;    ///< frames, newtons, all parts together
} caperi_solution_foot;

/// Poses and forces of the solved frames in the problem's units, and the point for a warm start.
struct caper_spacetime_solution {
    caper_allocator allocator;
    caper_arena arena;
    const caper_character *character;
    caperi_model *model;
    caper_spacetime_cycle cycle;
    int frame_count;  ///< solved frames; arrays of a cycle have one more, the seam
    double *times;    ///< of the frames, seconds, one more for the end of a cycle
    real3 *positions; ///< (frames + 2) x rigids, from frame -1
    real4 *rotations;
    real3 *torques; ///< frames x rigids, N m
    caperi_solution_foot *feet;
    int foot_count;
    caper_spacetime_travel travel; ///< of the full cycle
    caperi_point point;
    int variable_count, row_count;
    int base_row_count; ///< rows without those against self-contact, which come last
    double gap;         ///< how far bodies are out of each other and of the ground
};

/// One solve of a job, of several that follow each other.
typedef struct caperi_stage {
    const caper_spacetime_job *job;
    const caper_spacetime_solution *start; ///< a point of the same problem, or of one with fewer
                                           ///< rows at the end; NULL: none
    const caper_spacetime_solution *like;  ///< a motion of as many frames to begin with; NULL: none
    const caper_spacetime_solution *const *apart; ///< keep bodies apart where they are near in one
    int apart_count;                              ///< of these,
    bool wide;                                    ///< or not so near
    int patience;                                 ///< iterations; 0: as the job says
    bool rough;                                   ///< only a start for the next stage
    double looseness;                             ///< above 0: contacts are found
    double barrier; ///< first barrier of a warm start; 0: the usual one
} caperi_stage;
/// Solve it; iterations and seconds of the report add up. NULL with an error without memory.
caper_spacetime_solution *caperi_stage_solve(const caperi_stage *stage,
                                             caper_spacetime_report *report, caper_error *error);
/// Is the job one that can be solved? False with a reason.
bool caperi_check_job(const caper_spacetime_job *job, caper_error *error);

/// The way of one full cycle over the ground: looping applies it again and again.
caper_spacetime_travel caperi_spacetime_solution_travel(const caper_spacetime_solution *solution);

/// Seconds of the clip: the full cycle, or the whole motion.
double caperi_spacetime_solution_duration(const caper_spacetime_solution *solution);

#endif
