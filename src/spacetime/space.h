// SPDX-License-Identifier: MIT
//
// Parameter spaces (paper 004, section 3.4): dimensions of values, each value a piece of a
// description of a motion. A sample picks a value of each dimension; its description is what the
// space says of all samples, then what the values say, a later word replacing an earlier one,
// while specifiers, definitions and names add up.
#ifndef CAPER_SRC_SPACETIME_SPACE_H
#define CAPER_SRC_SPACETIME_SPACE_H

#include "base/json.h"
#include "spacetime/expression.h"

#define CAPERI_SPACE_DIMENSIONS 16
#define CAPERI_SPACE_VALUES 1000     ///< of one dimension
#define CAPERI_SPACE_SAMPLES 100000  ///< of a space, excluded ones included
#define CAPERI_SPACE_SPECIFIERS 1000 ///< of one description
#define CAPERI_SPACE_CONTACTS 200    ///< of one description
#define CAPERI_TIMING_STARTS 5       ///< most starts of a search for durations

/// A number of a description: given, or an expression of parameters and measures.
typedef struct caperi_formula {
    const caperi_expression_node *node; // NULL: nothing is said
    caperi_text_place place;
} caperi_formula;

/// Which number of a description; in the order of caperi_formula_names.
typedef enum caperi_formula_kind {
    CAPERI_FORMULA_FRAMES,
    CAPERI_FORMULA_DURATION,
    CAPERI_FORMULA_SHORTEST,
    CAPERI_FORMULA_LONGEST,
    CAPERI_FORMULA_FRICTION,
    CAPERI_FORMULA_STRENGTH,
    CAPERI_FORMULA_CLEARANCE,
    CAPERI_FORMULA_LIFT,
    CAPERI_FORMULA_TRAVEL_X,
    CAPERI_FORMULA_TRAVEL_Z,
    CAPERI_FORMULA_TRAVEL_ALONG,
    CAPERI_FORMULA_TRAVEL_TURN,
    CAPERI_FORMULA_ACCELERATION,
    CAPERI_FORMULA_TORQUE,
    CAPERI_FORMULA_POSTURE,
    CAPERI_FORMULA_FORCE_RATE,
    CAPERI_FORMULA_UPRIGHT,
    CAPERI_FORMULA_SPIN,
    CAPERI_FORMULA_TEMPO,
    CAPERI_FORMULA_COUNT
} caperi_formula_kind;

/// How contact times are found.
typedef enum caperi_timing {
    CAPERI_TIMING_UNSAID,
    CAPERI_TIMING_GIVEN,     // as the contacts say
    CAPERI_TIMING_DURATIONS, // durations of the phases are variables of the problem
    CAPERI_TIMING_SEARCH,    // by CMA-ES around the problem
    CAPERI_TIMING_IMPLICIT,  // proposed by a solve that finds contacts, then durations
} caperi_timing;

/// A moment of a clip, where a transition begins or ends.
typedef struct caperi_space_state {
    const char *clip; // NULL: nothing is said
    caperi_text_place place;
    caperi_formula time; // without: found
} caperi_space_state;

/// Mass that a body carries.
typedef struct caperi_space_load {
    const char *body;
    caperi_text_place place;
    caperi_formula mass; // kg
} caperi_space_load;

/// A body stands from start to end, as fractions of the cycle.
typedef struct caperi_space_contact {
    const char *body;
    caperi_text_place place; // of the body's name
    caper_spacetime_part part;
    caperi_formula start, end, friction;
} caperi_space_contact;

/// A name that stands for another.
typedef struct caperi_space_alias {
    const char *name, *target;
    caperi_text_place place;
} caperi_space_alias;

/// What a space, a dimension or a value says about a motion. 0, NULL and -1: nothing.
typedef struct caperi_description {
    const char *character;
    caperi_text_place character_place;
    caperi_formula formulas[CAPERI_FORMULA_COUNT];
    unsigned travel_free; // bits of x 1, z 2, turn 4
    int cycle;            // caper_spacetime_cycle, or -1
    int self_contact;     // 0, 1, or -1
    int legs_cross;       // the same
    caperi_timing timing;
    int starts;                    // of durations; 0: nothing
    caperi_space_state states[2];  // from, to
    bool has_travel, has_contacts; // each replaces an earlier one as a whole
    const caperi_space_contact *contacts;
    const caperi_specifier *specifiers;
    const caperi_definition *definitions;
    const caperi_space_alias *aliases;
    const caperi_space_load *loads;
    int contact_count, specifier_count, definition_count, alias_count, load_count;
} caperi_description;

typedef struct caperi_space_value {
    const char *name; // of numbers without: as they are written
    bool named;       // it was given one
    double number;    // what the dimension's name means in expressions; NAN: nothing
    caperi_description description;
} caperi_space_value;

typedef struct caperi_dimension {
    const char *name;
    const caperi_space_value *values;
    int value_count;
    bool continuous; // all values are plain numbers that rise: points between them make sense
    caperi_description description;
} caperi_dimension;

/// A place in a space: a value of each dimension, or a number between values (value -1).
typedef struct caperi_space_point {
    int value[CAPERI_SPACE_DIMENSIONS];
    double number[CAPERI_SPACE_DIMENSIONS];
} caperi_space_point;

struct caper_space {
    caper_allocator allocator;
    caperi_json json; // owns all text and, by its arena, all that is parsed
    const char *name, *about;
    caperi_description description;
    caperi_dimension dimensions[CAPERI_SPACE_DIMENSIONS];
    int dimension_count;
    const caperi_expression_node **excluded;
    caperi_text_place *excluded_places;
    int excluded_count;
    caperi_space_point *samples; // factorial without the excluded ones, then points between
    int sample_count, grid_count, sample_capacity;
    bool drawn;          // points take the place of the factorial samples
    int factorial_count; // before exclusion
};

/// A description that says nothing.
void caperi_description_clear(caperi_description *description);

/// Names of the formulas in files.
extern const char *const caperi_formula_names[CAPERI_FORMULA_COUNT];

/// Steps of distance that a value of another name counts: more than any way along numbers.
#define CAPERI_SPACE_FAR 100

/// Is a point in an excluded region? False with an error for a condition that cannot be evaluated.
bool caperi_space_excludes(const struct caper_space *space, const caperi_space_point *point,
                           bool *excluded, caper_error *error);
/// Fill the samples: full factorial, the first dimension slowest.
bool caperi_space_enumerate(struct caper_space *space, caper_error *error);
/// Add a sample between others. False when there is no memory, or too many.
bool caperi_space_append(struct caper_space *space, const caperi_space_point *point);
/// "walk_speed1.5": the names of the values in dimensions that have several. Cut to size.
void caperi_space_point_name(const struct caper_space *space, const caperi_space_point *point,
                             char *out, size_t size);
/// How far apart two samples are in steps of the grid; 100 for each dimension whose values differ
/// and are no numbers.
double caperi_space_distance(const struct caper_space *space, int a, int b);

#endif
