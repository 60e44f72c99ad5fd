// SPDX-License-Identifier: MIT
// A spacetime problem while it is put together: which variable is what.
#ifndef CAPER_SPACETIME_BUILDER_H
#define CAPER_SPACETIME_BUILDER_H

#include "spacetime/model.h"
#include "spacetime/problem.h"

/// Joint torques are in this share of body weight x length: 100 N m for a person. With it their
/// numbers are as large as those of forces (31 iterations instead of 138 in a study of walking).
#define CAPERI_TORQUE_UNIT 0.15

/// A body that touches the ground. Long soles have two parts, the rear and the front edge, each
/// with a width; short ones one part, a point.
typedef struct caperi_model_foot {
    int body, rigid;
    int mirror; ///< foot; itself on the plane; -1 without partner
    int part_count;
    real3 point[2];      ///< of the parts: middle of the edge, or of the sole; rigid frame
    real3 forward, side; ///< of the sole, rigid frame
    double ahead;        ///< from the first part to the second
    double half_width;   ///< of the edges; 0 for a point
    double twist_radius; ///< lever at which friction resists twisting
    bool *active[2];     ///< of each frame
    double *friction[2]; ///< of each frame
    int *force[2];       ///< of each frame: first of 5 variables (force, twist, roll), or -1
    int *foothold;       ///< of each frame: first of 3 variables (x, z, yaw), or -1
    bool light; ///< moves with its shank in the problem, but has a joint: stands level in clips
    double *clearance; ///< of each frame: least height while no part touches
    double *lift;      ///< the same of the rear edge of a long sole
} caperi_model_foot;

/// Two frames of a clip as seen from its root at a moment.
typedef struct caperi_pinned {
    real3 *positions; ///< 2 x rigids; NULL: none
    real4 *rotations;
} caperi_pinned;

struct caper_spacetime_builder {
    const caper_spacetime_job *job;
    caperi_model *model;
    caperi_problem *problem;
    int frame_count;
    bool cyclic;
    int *pose;     ///< (frame + 1) x rigids: first of 7 variables; frames -1 .. frame_count
    int *joint;    ///< frame x rigids: first of 6 variables (force, torque), or -1
    int *step;     ///< of the interval after each frame -1 .. frame_count - 1, by index + 1
    int rate;      ///< the inverse of the time of all frames
    int travel[3]; ///< x, z, turn of what is solved (half a cycle when mirrored)
    caperi_model_foot *feet;
    int foot_count;
    /// Above 0, when soles touch is found, too: no force x height and no force x speed^2 of a sole
    /// is above this (body weights, lengths, lengths a unit of time).
    double looseness;
    int base_row_count; ///< rows without those against self-contact, which come last
    /// Of a transition: what its first two and its last two frames are; rigids NULL: found.
    caperi_pinned pinned[2];
};

static inline int caperi_pose_of(const caper_spacetime_builder *b, int frame, int rigid)
{
    return b->pose[(frame + 1) * b->model->rigid_count + rigid];
}

static inline int caperi_joint_of(const caper_spacetime_builder *b, int frame, int rigid)
{
    return b->joint[frame * b->model->rigid_count + rigid];
}

/// The variable that is the time from a frame to the next.
static inline int caperi_step_of(const caper_spacetime_builder *b, int frame)
{
    return b->step[frame + 1];
}

/// Frames with laws of motion: all of a cycle, all but the ends of a motion that ends.
static inline int caperi_first_frame(const caper_spacetime_builder *b)
{
    return b->cyclic ? 0 : 1;
}

static inline int caperi_end_frame(const caper_spacetime_builder *b)
{
    return b->cyclic ? b->frame_count : b->frame_count - 1;
}

/// Intervals between frames that are solved.
static inline int caperi_interval_count(const caper_spacetime_builder *b)
{
    return b->cyclic ? b->frame_count : b->frame_count - 1;
}

/// Is the pose of this frame given by a clip? Then nothing else need say what it is.
static inline bool caperi_is_pinned(const caper_spacetime_builder *b, int frame)
{
    return (b->pinned[0].positions && frame < 2) ||
           (b->pinned[1].positions && frame >= b->frame_count - 2);
}

/// Copy the variables first .. first + count - 1 into inputs, and return the next place.
static inline int *caperi_put(int *inputs, int first, int count)
{
    for (int i = 0; i < count; i++) {
        *inputs++ = first + i;
    }
    return inputs;
}

// Blocks speak of one axis, x. For another the axes are renamed so that it is x and the two that
// follow it are y and z, which is a rotation: of quaternions and vectors alike.

/// A quaternion's variables, of which `first` is x's, so that `axis` is x.
static inline int *caperi_put_turned(int *inputs, int first, int axis)
{
    for (int i = 0; i < 3; i++) {
        *inputs++ = first + (axis + i) % 3;
    }
    *inputs++ = first + 3;
    return inputs;
}

/// The same of a vector. Returns the next place.
static inline double *caperi_put_vector(double *out, real3 v, int axis)
{
    const double all[3] = {v.x, v.y, v.z};
    for (int i = 0; i < 3; i++) {
        *out++ = all[(axis + i) % 3];
    }
    return out;
}

/// Into a row: scale x a direction of a body along an axis; scale x a variable x the same.
void caperi_add_along(caper_spacetime_builder *b, int row, int quaternion, real3 direction,
                      int axis, double scale);
void caperi_add_moment(caper_spacetime_builder *b, int row, int variable, int quaternion,
                       real3 direction, int axis, double scale);
/// Into a row: scale x a point of a body along an axis. `pose`: the first variable of the body's.
void caperi_add_point(caper_spacetime_builder *b, int row, int pose, real3 point, int axis,
                      double scale);
/// Into three rows: the torque of a force at a point of a body, in units of torque.
void caperi_add_lever(caper_spacetime_builder *b, int first_row, int quaternion, int force,
                      real3 point, double sign);
/// Into a row: what the frame after (side 1) or before (-1) adds to a body's angular momentum about
/// an axis, and to its rate; see `turning` in tools/spacetime_blocks.py.
void caperi_add_turning(caper_spacetime_builder *b, int row, int frame, int rigid, int axis,
                        double momentum, double rate, int side);
/// Into two rows, of x and z: a place on the ground less where that of a cycle before is now.
void caperi_add_onward(caper_spacetime_builder *b, const int rows[2], const int later[2],
                       const int earlier[2], double sign);
/// A body's pose is that of a cycle before, mirrored (sign -1) or not and its quaternion put
/// through a matrix, and moved by the travel. Rows are named after `what`.
void caperi_add_link(caper_spacetime_builder *b, int later, int earlier, double sign,
                     const double matrix[16], const char *const what[2], int body, int frame);

/// The four linear forms of conj(parent) x child whose values are the sines of half the turns about
/// three axes (rest frame of the child's body, in model space) and the cosine; see `relative` in
/// tools/spacetime_blocks.py.
void caperi_joint_forms(const caper_spacetime_builder *b, int rigid, const real3 axes[3],
                        double forms[16]);

/// Quantities of the problem's own units: a variable, a point of a body along an axis. False
/// without memory.
bool caperi_variable_quantity(caper_spacetime_builder *b, int variable, double scale,
                              caperi_quantity *out);
bool caperi_point_quantity(caper_spacetime_builder *b, int pose, real3 point, int axis,
                           double scale, caperi_quantity *out);
/// A block without data over quantities as a quantity itself.
bool caperi_block_quantity(caper_spacetime_builder *b, const caperi_block_kind *kind,
                           const caperi_quantity *quantities, double scale, caperi_quantity *out);
/// An expression over quantities as a quantity itself. False without memory.
bool caperi_chain_quantity(caper_spacetime_builder *b, const caperi_expression *expression,
                           const caperi_quantity *quantities, double scale, caperi_quantity *out);

// The parts of a problem, in this order.

/// Feet and when they stand. False: without memory.
bool caperi_build_feet(caper_spacetime_builder *b);
/// Variables of poses, joints, times and travel, with the first guess: rest, carried along.
bool caperi_build_variables(caper_spacetime_builder *b);
/// Frames of a transition that its clips give, and the first guess between them. Before the bodies.
bool caperi_build_pinned(caper_spacetime_builder *b);
/// Laws of motion, joints and their limits, the seam of a cycle.
void caperi_build_bodies(caper_spacetime_builder *b);
/// The limits of a body's joint at a frame: the first variables of the quaternions of parent and
/// child, and their rotations at rest.
void caperi_build_limits(caper_spacetime_builder *b, int frame, int body, const int quaternions[2],
                         const real4 rests[2]);
/// Forces and footholds of contacts; soles above the ground. Needs the rows of the bodies.
void caperi_build_contacts(caper_spacetime_builder *b, const int *first_rows);
/// Legs on their own side of their partners.
void caperi_build_sides(caper_spacetime_builder *b);
/// The weighted means.
void caperi_build_objective(caper_spacetime_builder *b);
/// Bodies out of each other and of the ground, at frames and between them: only where they come
/// near at one of the points; `wide`: or not so near.
void caperi_build_self_contact(caper_spacetime_builder *b, const double *const *points, int count,
                               bool wide);
/// How far bodies are out of each other and of the ground at the point x, at the worst place, as a
/// ratio of distances less one (-1 where the middles of two meet), or in leg lengths where it is
/// the ground. Writes nothing.
double caperi_self_gap(caper_spacetime_builder *b, const double *x);

/// The first guess is another motion with as many frames instead: poses, torques and forces.
void caperi_start_like(caper_spacetime_builder *b, const caper_spacetime_solution *motion);

/// Does a sole part touch in the clip of a transition at that frame? `point` is of the body's
/// rigid; `local` and `world` are poses of the character to work in.
bool caperi_transition_touches(const caper_spacetime_builder *b, int body, real3 point, int frame,
                               caper_pose *local, caper_pose *world);

/// Where the first guess puts the character at a time: position on the ground and yaw.
void caperi_guess_root(const caper_spacetime_builder *b, double frame, real3 *position,
                       double *yaw);

#endif
