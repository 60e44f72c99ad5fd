// SPDX-License-Identifier: MIT
//
// What the files of room `body` share: the tables of names, the numeric limits of a character, the
// steps of the builder, and the reading of characters that stand inside other JSON files.
#ifndef CAPER_SRC_BODY_BODY_H
#define CAPER_SRC_BODY_BODY_H

#include "base/json.h"
#include "caper/character.h"

/// By bit number and by caper_joint_kind; what files call them.
extern const char *const caperi_cap_names[CAPER_CAP_COUNT];
extern const char *const caperi_joint_kind_names[CAPER_JOINT_KIND_COUNT];

// Bounds of the numbers of a character, chosen so that nothing derived from them (inertia, sums
// over CAPER_MAX_BODIES) can overflow a float or sink into denormals.
#define CAPERI_LENGTH_MAX 1e5f // metres
#define CAPERI_HALF_MIN 1e-5f  // metres
#define CAPERI_MASS_MIN 1e-15f // kilograms
#define CAPERI_MASS_MAX 1e20f
#define CAPERI_DENSITY_MIN 1e-3f // kilograms a cubic metre
#define CAPERI_DENSITY_MAX 1e6f
/// How far a quaternion or an axis may be off length 1 before it is refused.
#define CAPERI_UNIT_TOLERANCE 1e-3f
/// Share of the size within which a reflected body finds its partner: rigs made by hand are off by
/// a centimetre or two in a person.
#define CAPERI_MIRROR_TOLERANCE 0.02f // of size

/// The text "body 'name'", or "body 3" for one without a name.
typedef struct caperi_body_label {
    char text[64];
} caperi_body_label;
caperi_body_label caperi_body_label_make(const char *name, int index);

/// A member of the open object: the names of caps.
void caperi_caps_write(caper_json_writer *w, const char *key, caper_caps caps);

/// Check everything in a def, and find the order of its bodies: order[new] = old index, parents
/// first. `root` receives the old index of the root body where one is given or marked, else -1.
bool caperi_character_check(const caper_character_def *def, int16_t order[CAPER_MAX_BODIES],
                            int *root, caper_error *error);

// Steps of the builder, in this order. The character holds bodies (with names, parents, caps, box),
// rest_local and rest_model; each step fills in what it is named after.
void caperi_derive_masses(caper_character *character, caper_body *bodies, const float *mass,
                          float density);
void caperi_derive_links(const caper_character *character, caper_body *bodies);
/// Does IK move a body with its parent: one with a fixed joint, or a collar bone of which no limits
/// are known? Needs children and siblings.
bool caperi_body_welded(const caper_character *character, int body);
void caperi_derive_spine(caper_character *character, int16_t *spine);
int caperi_choose_root_body(const caper_character *character);
void caperi_derive_bounds(caper_character *character);
void caperi_derive_limb_lengths(const caper_character *character, caper_body *bodies);
void caperi_derive_legs(caper_character *character, caper_leg *legs);
void caperi_derive_mirrors(const caper_character *character, caper_body *bodies);

/// Weld what leads from the spine to the hips of legs that would else start at one point (link.c).
/// Parents stand before their children, and rest_local is set.
void caperi_weld_links(caper_body_def *defs, int count);

/// What a hinge at an angle turns by, and all hinges of a body in their order (NULL: as at rest).
caper_quat caperi_hinge_turn(const caper_hinge *hinge, float angle);
caper_quat caperi_hinges_turn(const caper_body *body, const float *angles);
/// Each joint of a robot to the nearest that it can do, by itself.
void caperi_obey_joints(const caper_character *character, caper_pose *local);

/// A character to be built again with something changed; everything else stays as it is.
typedef struct caperi_rebuild {
    const caper_character *character;
    const caper_transform *rest_local; // NULL: as it is
    const caper_caps *caps; // NULL: as they are; else with the root body marked or chosen
    const char *source;     // for messages
    const caper_allocator *allocator;
    const caper_joint *joints; // NULL: as they are
} caperi_rebuild;
/// Build it; NULL with an error.
caper_character *caperi_character_rebuild(const caperi_rebuild *rebuild, caper_error *error);

// -- Joints -------------------------------------------------------------------------------------

/// A local rotation within the limits of a ball joint, continuous in it: what caper_joint_clamp is
/// not where one limit of the twist is as near as the other. Halfway round the limit is not kept.
caper_quat caperi_joint_ease(const caper_joint *joint, caper_quat rest, caper_quat rotation_local);
/// The squared sine of half the swing that caper_joint_measure has of a hinge or ball, by no more
/// than rounding off; rounding may leave it below 0.
float caperi_joint_half_swing(const caper_joint *joint, caper_quat rest, caper_quat rotation_local);

/// Limits of a ball joint, ready to be asked often.
typedef struct caperi_joint_bounds {
    caper_vec3 axis;
    float swing;          // squared sine of half of it; below 0: nothing is within
    float min[2], max[2]; // sine and cosine of half of each
    float sure; // cosine of half of the turn from rest that is within whichever way it goes
} caperi_joint_bounds;
caperi_joint_bounds caperi_joint_bounds_make(const caper_joint *joint);
/// Is a local rotation within the limits? Then caperi_joint_ease leaves it, but for rounding.
bool caperi_joint_within(const caperi_joint_bounds *bounds, caper_quat rest,
                         caper_quat rotation_local);

// -- Files --------------------------------------------------------------------------------------

/// The members that the reader knows, for the reader itself and for the test of the schema.
extern const char *const caperi_character_keys[];
extern const int caperi_character_key_count;
extern const char *const caperi_character_body_keys[];
extern const int caperi_character_body_key_count;
extern const char *const caperi_character_box_keys[];
extern const int caperi_character_box_key_count;
/// Members of a joint by its kind.
typedef struct caperi_joint_keys {
    const char *const *names;
    int count;
} caperi_joint_keys;
extern const caperi_joint_keys caperi_character_joint_keys[CAPER_JOINT_KIND_COUNT];

/// Build the character that stands in `value`, which may be part of a larger document.
caper_character *caperi_character_read(const caperi_json *json, const caperi_json_value *value,
                                       const caper_load_options *options);

/// caper_skinning for processors with AVX2 (skin_wide.c); exists where CAPERI_SKIN_WIDE is defined.
void caperi_skinning_wide(const caper_skinning_job *job);

#endif
