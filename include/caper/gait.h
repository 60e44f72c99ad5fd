// SPDX-License-Identifier: MIT
// Room `gait`: walking on any legs, or on none (paper 000, section 4.2).
//
// A gait is an immutable plan for one character: its legs, grouped by length, with their places in
// the cycle. A walker is an instance that follows a velocity commanded each frame: it moves the
// root, plants feet in the world, swings them to the ground ahead and poses the torso. Its output
// is goals (caper/ik.h); knees and spine are left to the solver. A character without feet crawls,
// slithers, swims or floats. Speeds are compared by the Froude number v^2 / (g L), L the length of
// a leg. Updating never allocates; the same inputs give the same bits.
#ifndef CAPER_GAIT_H
#define CAPER_GAIT_H

#include "caper/base.h"
#include "caper/character.h"
#include "caper/clip.h"
#include "caper/ik.h"
#include "caper/vecmath.h"
#include "caper/world.h"

#ifdef __cplusplus
extern "C" {
#endif

#define CAPER_GAIT_MAX_FEET 6  ///< of a group with authored parameters; for more they are generated
#define CAPER_GAIT_MAX_KEYS 10 ///< speeds of one table
#define CAPER_GAIT_MAX_PATH 8  ///< keys of a foot's path
#define CAPER_GAIT_MAX_LAYERS 8    ///< styles on top of the first
#define CAPER_GAIT_MAX_FROUDE 4.0f ///< faster commands are followed at this speed
#define CAPER_GAIT_MAX_GROUPS 16   ///< of legs; further lengths join the nearest group

// ---------------------------------------------------------------------------------------------------
// Styles

/// How to walk at one speed. Lengths are shares of the leg length.
typedef struct caper_gait_key {
    float froude;     ///< v^2 / (g L)
    float duty;       ///< share of the cycle that a foot stands, 0.1 .. 0.95
    float stride;     ///< distance covered in one cycle
    float lift;       ///< height of the foot's path
    float width;      ///< of the track: 1 as at rest, 0 all feet on one line
    float bob;        ///< how far the body sinks under its load, besides what the legs do
    float sway;       ///< 0..1: how far the body shifts over the feet that carry it
    float crouch;     ///< how much lower the body is than at rest
    float lean_deg;   ///< of the torso, forward
    float pelvis_deg; ///< turn of the hips with the stepping foot
    float list_deg;   ///< drop of the hips on the swinging side
    float triggers[CAPER_GAIT_MAX_FEET]; ///< when each foot lands, in cycles; slots run from the
                                         ///< rear row to the front one, left before right
} caper_gait_key;

/// Parameters by speed for one number of feet; linear in the speed between keys.
typedef struct caper_gait_table {
    caper_gait_key keys[CAPER_GAIT_MAX_KEYS]; ///< rising froude
    int key_count;                            ///< 0: not authored
} caper_gait_table;

/// A point of the path of a swinging foot, in normalized space.
typedef struct caper_gait_path_key {
    float time;      ///< 0 lift-off .. 1 landing
    float forward;   ///< 0 at lift-off .. 1 at landing
    float up;        ///< share of `lift`
    float pitch_deg; ///< toes down, relative to the ground
} caper_gait_path_key;

/// How a layer changes the parameters below it.
typedef struct caper_gait_adjust {
    float duty;                      ///< added
    float stride, lift, width, sway; ///< multiplied
    float bob, crouch, lean_deg;     ///< added
    float pelvis, list;              ///< multiplied
    float weak_left, weak_right;     ///< 0..1: feet of that side stand for a shorter time (a limp)
    float pace;                      ///< frequency multiplied; strides shrink accordingly
} caper_gait_adjust;

#define CAPER_GAIT_HARMONICS 3  ///< of a cycle
#define CAPER_GAIT_MAX_CURVES 6 ///< speeds that a style has curves for

/// What a torso does over a cycle.
typedef enum caper_gait_channel {
    CAPER_GAIT_SWAY,  ///< to the left, leg lengths
    CAPER_GAIT_BOB,   ///< up
    CAPER_GAIT_SURGE, ///< ahead
    CAPER_GAIT_PITCH, ///< forward and down, degrees
    CAPER_GAIT_YAW,   ///< to the left
    CAPER_GAIT_ROLL,  ///< left side up
    CAPER_GAIT_CHANNELS
} caper_gait_channel;

/// What a style adds to the motion of the torso at one speed: for each channel the cosine and the
/// sine of the first harmonics of a cycle, which begins as the first foot of the leading group
/// lands (rearmost row, left).
typedef struct caper_gait_waves {
    float froude;
    float channels[CAPER_GAIT_CHANNELS][CAPER_GAIT_HARMONICS][2];
} caper_gait_waves;

/// A style: what .gait.json holds (docs/schema/gait.schema.json). A value.
typedef struct caper_gait_style {
    char name[64];
    caper_gait_table feet[CAPER_GAIT_MAX_FEET]; ///< for 1 .. 6 feet
    caper_gait_path_key path[CAPER_GAIT_MAX_PATH];
    int path_count;           ///< 0: the path below it
    float wave_rows;          ///< for 7 feet and more: rows of legs in one wave; 0: as below it
    caper_gait_adjust adjust; ///< of a layer; neutral by default
    caper_gait_waves curves[CAPER_GAIT_MAX_CURVES]; ///< rising froude; added by layers
    int curve_count;
} caper_gait_style;

/// The style of animals: duty and stride by Froude number, walk to run near 0.5.
CAPER_API caper_gait_style caper_gait_style_default(void);
/// A style that changes nothing: where layers start.
CAPER_API caper_gait_style caper_gait_style_neutral(void);
/// Read a .gait.json file; what it leaves out is as in the neutral style. options may be NULL.
CAPER_API bool caper_gait_style_load(const char *path, const caper_load_options *options,
                                     caper_gait_style *style, caper_error *error);
/// Read the text of such a file; source names it in messages.
CAPER_API bool caper_gait_style_parse(const char *text, size_t size, const char *source,
                                      const caper_load_options *options, caper_gait_style *style,
                                      caper_error *error);
/// Write the file; nothing is left behind on failure. Loading it gives the same style.
CAPER_API bool caper_gait_style_save(const caper_gait_style *style, const char *path,
                                     caper_error *error);
/// Write the style as a JSON value.
CAPER_API void caper_gait_style_write(const caper_gait_style *style, caper_json_writer *writer);

// ---------------------------------------------------------------------------------------------------
// Gait

/// How a character gets around.
typedef enum caper_gait_mode {
    CAPER_GAIT_WALK,    ///< on feet
    CAPER_GAIT_CRAWL,   ///< like an inchworm, both ends of the spine in turn
    CAPER_GAIT_SLITHER, ///< waves along the spine that stay on the path
    CAPER_GAIT_SWIM,    ///< waves along the spine, or pulses, off the ground
    CAPER_GAIT_FLOAT,   ///< off the ground and stiff
    CAPER_GAIT_MODE_COUNT
} caper_gait_mode;
/// "walk", "crawl" ...; NULL outside the enum.
CAPER_API const char *caper_gait_mode_name(caper_gait_mode mode);

/// A style on top of the gait's own.
typedef struct caper_gait_layer {
    const caper_gait_style *style; ///< copied
    float weight;                  ///< 0..1
    int group; ///< of legs that it applies to; -1: all. Refused: one that the body does not have
} caper_gait_layer;

/// Styles on top of each other, as text tells them.
typedef struct caper_gait_styles {
    caper_gait_style styles[CAPER_GAIT_MAX_LAYERS];
    caper_gait_layer layers[CAPER_GAIT_MAX_LAYERS]; ///< of them, for caper_gait_def
    int count;
} caper_gait_styles;
/// Finds the file of a style by its name. False with an error.
typedef bool caper_style_finder(void *user, const char *name, char *path, size_t size,
                                caper_error *error);
/// Read styles: "limp,sneak:0.5,prance@2" is a limp, half a sneak, and a prance of the second group
/// of legs. Without a finder names are paths. NULL is no style. False with an error.
CAPER_API bool caper_gait_styles_load(caper_gait_styles *styles, const char *text,
                                      caper_style_finder *find, void *user, caper_error *error);
/// Read a speed: "1.3" is metres a second, "0.5Fr" a Froude number, for caper_gait_speed. False for
/// any other text.
CAPER_API bool caper_speed_parse(const char *text, float *value, bool *froude);

/// A gait to be made. Start from caper_gait_def_default().
typedef struct caper_gait_def {
    const caper_character *character; ///< must outlive the gait
    const caper_gait_style *style;    ///< copied; NULL: the default, as for missing tables
    const caper_gait_layer *layers;
    int layer_count;                  ///< at most CAPER_GAIT_MAX_LAYERS
    float gravity;                    ///< m/s2, > 0; default 9.81
    const caper_allocator *allocator; ///< NULL: default
    uint32_t cookie;
} caper_gait_def;
/// No character yet, the default style.
CAPER_API caper_gait_def caper_gait_def_default(void);

/// A leg as the gait sees it.
typedef struct caper_gait_leg {
    int leg;         ///< index in character->legs; -1 for a pseudo-foot
    int foot;        ///< body
    int group;       ///< of legs of about one length
    int row;         ///< within the group, from the rear
    int side;        ///< 1 left, -1 right, 0 in the middle
    int slot;        ///< place in the group's triggers; feet of one thigh share it
    float length;    ///< metres
    caper_vec3 home; ///< sole center at rest, model space
    caper_vec3 sole; ///< the same in the body's frame
} caper_gait_leg;

/// Legs of about one length.
typedef struct caper_gait_group {
    float length;               ///< mean, metres
    int leg_count;              ///< feet of one thigh step together and count as one
    int numerator, denominator; ///< cycles of this group over cycles of the leading group
} caper_gait_group;

/// The plan for one character. Immutable: share it.
typedef struct caper_gait caper_gait;

/// Make a plan. NULL with an error for a bad def or without memory.
CAPER_API caper_gait *caper_gait_create(const caper_gait_def *def, caper_error *error);
/// Free a gait; NULL is fine.
CAPER_API void caper_gait_destroy(caper_gait *gait);
/// Its character.
CAPER_API const caper_character *caper_gait_character(const caper_gait *gait);
/// How the character gets about.
CAPER_API caper_gait_mode caper_gait_mode_of(const caper_gait *gait);
/// All legs, in the order of character->legs; returns their number.
CAPER_API int caper_gait_legs(const caper_gait *gait, const caper_gait_leg **legs);
/// All groups, the longest legs first; returns their number.
CAPER_API int caper_gait_groups(const caper_gait *gait, const caper_gait_group **groups);
/// L of the Froude number: length of the leading group's legs; without legs half the size.
CAPER_API float caper_gait_length(const caper_gait *gait);
/// The speed of a Froude number, m/s.
CAPER_API float caper_gait_speed(const caper_gait *gait, float froude);
/// The parameters of a group at a Froude number, styles and layers mixed.
CAPER_API caper_gait_key caper_gait_params(const caper_gait *gait, int group, float froude);

// ---------------------------------------------------------------------------------------------------
// Learning

/// A clip that shows a gait: several strides straight ahead, through the world or on the spot, or a
/// loop of one.
typedef struct caper_gait_example {
    const caper_character *character; ///< whose skeleton the clip has
    const caper_clip *clip;
    const char *source; ///< its name in messages
} caper_gait_example;

/// What was measured of a walk. Lengths are shares of the leg length.
typedef struct caper_gait_figures {
    float speed, froude; ///< over the ground, m/s
    float cycle;         ///< seconds
    int cycle_count;     ///< that were measured
    float stride, duty;  ///< a foot stands from farthest ahead to farthest behind
    float uneven;        ///< duty of the left feet over that of the right ones
    float lift;          ///< of the middle of the sole, share of what the leg leaves room for
    float width;         ///< of the track, 1 as at rest; 0: feet at rest are not below the hips
    float extension;     ///< of standing legs: hip to ankle, share of reach
    float triggers[CAPER_GAIT_MAX_FEET];
    float means[CAPER_GAIT_CHANNELS]; ///< of the torso; bob is its height over the soles
    caper_gait_waves waves;           ///< of the torso
} caper_gait_figures;

/// Measure a walk. False with a reason: fewer than two legs, no steps, no cycle, or legs that step
/// faster or slower than legs of their length can (a wrong unit).
CAPER_API bool caper_gait_measure(const caper_gait_example *example, caper_gait_figures *figures,
                                  caper_error *error);
/// Learn a style from examples: how they differ from the default style on the same body at the same
/// speed, so that it fits any body. `figures` (may be NULL) receives what was measured of each.
CAPER_API bool caper_gait_learn(const caper_gait_example *examples, int example_count,
                                const char *name, caper_gait_style *style,
                                caper_gait_figures *figures, caper_error *error);

// ---------------------------------------------------------------------------------------------------
// Walker

/// What the character should do, as of now.
typedef struct caper_walk_command {
    caper_vec3 velocity; ///< world, m/s; y is used by swimmers and floaters only
    float heading;       ///< yaw to face, radians; NAN: the direction of travel
} caper_walk_command;

/// The shape of a route.
typedef enum caper_route_shape {
    CAPER_ROUTE_STRAIGHT, ///< ahead, along +Z
    CAPER_ROUTE_CIRCLE,   ///< to the left, with a radius of six leg lengths
    CAPER_ROUTE_CURVE,    ///< winding along +Z
    CAPER_ROUTE_RANDOM,   ///< another direction and speed every second or so
    CAPER_ROUTE_POINTS,   ///< through points, ending at the last one
    CAPER_ROUTE_SHAPE_COUNT
} caper_route_shape;
/// "straight", "circle", "curve", "random", "points"; NULL outside the enum.
CAPER_API const char *caper_route_shape_name(caper_route_shape shape);

/// A path over the ground for a walk to follow: it gives the velocity to command. A value. Start
/// from caper_route_default().
typedef struct caper_route {
    caper_route_shape shape;
    const caper_vec3 *points; ///< of POINTS, in the world; y is not read
    int point_count;
    float speed;   ///< m/s
    float length;  ///< metres, of a leg (caper_gait_length): turns and distances are measured by it
    caper_rng rng; ///< of RANDOM
    // where it is
    int next;            ///< point that is aimed at
    float time, change;  ///< of the last call; seconds until RANDOM changes
    caper_vec3 velocity; ///< of RANDOM
} caper_route;
/// Straight ahead at 1 m/s, for a person; seed 1.
CAPER_API caper_route caper_route_default(void);
/// Shape a route as text says: the name of a shape, or a file of points (caper_path_load), which go
/// to `points`; these must live as long as the route. False with an error.
CAPER_API bool caper_route_read(caper_route *route, const char *text, caper_vec3 *points,
                                int capacity, caper_error *error);
/// The velocity to command (caper_walk_command) at `time`, seconds from the start, for an actor at
/// `at`. Times must not decrease. Never allocates.
CAPER_API caper_vec3 caper_route_velocity(caper_route *route, float time, caper_root at);

/// One frame. Start from caper_walk_job_default(). Refused: no root, dt not in 0 .. 1, numbers that
/// are not finite.
typedef struct caper_walk_job {
    caper_walk_command command;
    const caper_world *world;       ///< NULL: flat ground at y = 0
    const caper_world_frame *frame; ///< may be NULL
    float dt;                       ///< seconds, 0 .. 1; long ones are cut into steps
    caper_root *root;  ///< in and out; when it was moved from outside by less than 0.2 leg lengths
                       ///< the walker follows, else it starts anew
    caper_goal *goals; ///< receives the goals
    int *goal_count;   ///< and their number
    int goal_capacity; ///< caper_gait_goal_count; with less, goals are left out
    uint32_t cookie;
} caper_walk_job;
/// Standing still; no root yet.
CAPER_API caper_walk_job caper_walk_job_default(void);

/// One walking character: all of its state over time.
typedef struct caper_walker caper_walker;

/// A walker that stands; the first update places its feet. NULL without memory.
CAPER_API caper_walker *caper_walker_create(const caper_gait *gait,
                                            const caper_allocator *allocator, caper_error *error);
/// Free a walker; NULL is fine.
CAPER_API void caper_walker_destroy(caper_walker *walker);
/// Most goals that an update adds.
CAPER_API int caper_gait_goal_count(const caper_gait *gait);
/// One frame; false, with nothing changed, when the job is refused. Never allocates.
CAPER_API bool caper_walker_update(caper_walker *walker, const caper_walk_job *job);

/// Where a foot is now.
typedef struct caper_foot_state {
    bool stands;
    float phase;         ///< 0 at landing .. 1 at the next
    float duty;          ///< of its present cycle
    caper_vec3 position; ///< of its sole center, world
    caper_quat rotation; ///< of its body, world
    caper_vec3 target;   ///< where it will land, or stands
    int replans;         ///< landings that had to be planned anew
} caper_foot_state;
/// State of a foot (index as in caper_gait_legs); false when there is none.
CAPER_API bool caper_walker_foot(const caper_walker *walker, int leg, caper_foot_state *state);
/// Velocity of the root, world, m/s.
CAPER_API caper_vec3 caper_walker_velocity(const caper_walker *walker);
/// Cycles of the leading group since the start, and their frequency in Hz (either may be NULL).
CAPER_API void caper_walker_cycle(const caper_walker *walker, double *cycles, float *frequency);

/// Write the state. Returns the bytes needed; nothing is written when `size` is less, so (NULL, 0)
/// gives the size.
CAPER_API size_t caper_walker_save(const caper_walker *walker, void *out, size_t size);
/// Restore a state of a walker of the same gait. False with an error, and nothing changed, for any
/// other bytes.
CAPER_API bool caper_walker_load(caper_walker *walker, const void *bytes, size_t size,
                                 caper_error *error);

#ifdef __cplusplus
}
#endif

#endif
