// SPDX-License-Identifier: MIT
//
// What the two halves of the Acclaim reader share: words of both files, and the bones of the ASF
// (asf_read.c), which say what the numbers of the AMC (amc_read.c) mean.
#ifndef CAPER_SRC_FORMATS_ACCLAIM_H
#define CAPER_SRC_FORMATS_ACCLAIM_H

#include "formats/formats.h"

/// Words with their places; '#' begins a comment, parentheses are words of their own.
typedef struct caperi_words {
    caper_scanner scanner;
    caper_slice word; // the last one taken; empty at the end
    int line, column; // of the word
    bool first;       // it is the first one of its line
} caperi_words;

/// Start at the first word; takes it.
void caperi_words_start(caperi_words *words, const char *text, size_t size, const char *source,
                        caper_error *error);
/// Take the next word.
void caperi_words_next(caperi_words *words);
/// Is the last word this one, in any case?
bool caperi_words_is(const caperi_words *words, const char *text);
/// Record an error at the last word, with the word itself at its end, and return false.
bool caperi_words_fail(const caperi_words *words, caper_status status, const char *expected);
/// Take a number: the last word, which is then the next one. "inf" is refused.
bool caperi_words_number(caperi_words *words, double *value);

/// A degree of freedom of a bone.
typedef enum caperi_dof {
    CAPERI_DOF_TX,
    CAPERI_DOF_TY,
    CAPERI_DOF_TZ,
    CAPERI_DOF_RX,
    CAPERI_DOF_RY,
    CAPERI_DOF_RZ,
    CAPERI_DOF_LENGTH
} caperi_dof;

#define CAPERI_MAX_DOFS 8

/// A bone of an ASF, or its root (index 0).
typedef struct caperi_asf_bone {
    const char *name;
    const char *key; // the name as it stands in the file, whatever its bytes
    size_t key_size;
    int line, column;
    int parent; // -1 for the root and for bones that the hierarchy does not mention
    bool placed;
    double vector[3];   // direction times length
    double axis[4];     // local frame as a quaternion
    double position[3]; // root only
    int dofs[CAPERI_MAX_DOFS];
    int dof_count;
    double limits[CAPERI_MAX_DOFS][2]; // in the angles of the file
    int limit_count;
    int body; // in the draft
    double direction[3], length, axis_angles[3];
    char axis_order[4];
} caperi_asf_bone;

#define CAPERI_ASF_SLOTS 4096 // a power of two, four times the most bones

typedef struct caperi_asf {
    caperi_asf_bone *bones;
    int bone_count;
    int16_t *slots;      // bones by the hash of their names, or -1
    double length_scale; // of :units; 0 when it does not say
    double angle;        // radians per unit of angle
} caperi_asf;

/// Read a skeleton from text and make the draft's bodies of it.
bool caperi_asf_read(caperi_draft *draft, const char *text, size_t size, const char *source,
                     caperi_asf *asf, caper_error *error);
/// Index of the bone of that name, or -1. Every line of a motion asks, so this is no search.
int caperi_asf_find(const caperi_asf *asf, caper_slice name);
/// Read the draft's bytes as motion of the skeleton.
bool caperi_amc_read(caperi_draft *draft, const caperi_asf *asf, caper_error *error);
/// q times the rotation by `angle` (radians) about axis 0, 1 or 2.
void caperi_quat_turn_after(double q[4], int axis, double angle);
/// a times b.
void caperi_quat_times(const double a[4], const double b[4], double out[4]);

#endif
