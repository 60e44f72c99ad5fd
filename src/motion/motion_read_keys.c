// SPDX-License-Identifier: MIT
//
// Reads the keys of .motion.json. In the file one key may move several curves; here each curve
// becomes the keys that mention it. Two passes: the first checks the shape and counts, the second
// fills arrays of just that size.
#include "base/try.h"
#include "motion/motion_read.h"

#include <string.h>

// Generous: the builder knows the limits in radians. Here only the step to float must be safe.
#define DEGREES_MAX 1e8
#define VELOCITY_MAX 1e12

const char *const caperi_ease_names[CAPER_EASE_MANUAL] = {"smooth", "flat", "linear", "hold"};

static const char *const key_keys[] = {
    "t",       "position", "turn", "rotation", "weight", "position_weight", "rotation_weight",
    "deforms", "ease",     "in",   "out"};
static const char *const travel_keys[] = {"t", "at", "yaw", "ease", "in", "out"};

typedef caperi_motion_reader reader;

// The curves of a channel while they are counted and filled.
typedef struct draft {
    caper_curve curves[CAPERI_MOTION_CURVES_MAX];
    caper_key *keys[CAPERI_MOTION_CURVES_MAX];
    const caperi_json_value *at[CAPERI_MOTION_CURVES_MAX]; // of the first mention
    int count;                                             // the kinds but deforms are always there
} draft;

static int find_deform(const draft *d, const char *name)
{
    for (int i = CAPER_CURVE_DEFORM; i < d->count; i++)
        if (strcmp(d->curves[i].deform, name) == 0)
            return i;
    return -1;
}

static bool mentions(const caperi_json_value *key, caper_curve_kind kind)
{
    switch (kind) {
    case CAPER_CURVE_POSITION:
        return caperi_json_find(key, "position");
    case CAPER_CURVE_ROTATION:
        return caperi_json_find(key, "rotation") || caperi_json_find(key, "turn");
    default:
        return caperi_json_find(key, caperi_curve_kind_names[kind]) ||
               caperi_json_find(key, "weight");
    }
}

static bool refuse_both(reader *r, const caperi_json_value *key, const char *a, const char *b)
{
    const caperi_json_value *second = caperi_json_find(key, b);
    return !(caperi_json_find(key, a) && second) ||
           CAPERI_REFUSE(r, second, "the key has both %s and %s, expected one", a, b);
}

static bool count_deforms(reader *r, const caperi_json_value *key, draft *d, int *curves)
{
    const caperi_json_value *deforms;
    CAPER_PASS(caperi_json_get_object(r->json, key, "deforms", CAPERI_OPTIONAL, &deforms));
    for (uint32_t i = 0; deforms && i < deforms->count; i++) {
        const caperi_json_value *member = caperi_json_member_key(deforms, i);
        const char *name;
        CAPER_PASS(caperi_json_name(r->json, member, &name));
        int curve = find_deform(d, name);
        if (curve < 0) {
            if (d->count == CAPERI_MOTION_CURVES_MAX)
                return caperi_json_fail(r->json, member, CAPER_ERROR_LIMIT,
                                        "the channel has more than %d deforms", CAPER_MAX_DEFORMS);
            curve = d->count++;
            d->at[curve] = member;
            d->curves[curve].kind = CAPER_CURVE_DEFORM;
            d->curves[curve].deform = name;
        }
        d->curves[curve].key_count++;
        (*curves)++;
    }
    return true;
}

static bool count_key(reader *r, const caperi_json_value *key, draft *d)
{
    CAPER_PASS(caperi_json_object(r->json, key));
    CAPERI_CHECK_KEYS(r, key, key_keys);
    CAPER_PASS(refuse_both(r, key, "rotation", "turn"));
    CAPER_PASS(refuse_both(r, key, "position_weight", "weight"));
    CAPER_PASS(refuse_both(r, key, "rotation_weight", "weight"));
    int curves = 0;
    for (int kind = 0; kind < CAPER_CURVE_DEFORM; kind++) {
        if (!mentions(key, (caper_curve_kind)kind))
            continue;
        if (d->curves[kind].key_count++ == 0)
            d->at[kind] = key;
        curves++;
    }
    CAPER_PASS(count_deforms(r, key, d, &curves));
    if (curves == 0)
        return CAPERI_REFUSE(r, key,
                             "the key moves nothing: expected a position, a turn, a "
                             "rotation, a weight or deforms");
    const caperi_json_value *in = caperi_json_find(key, "in"), *out = caperi_json_find(key, "out");
    if ((in || out) && curves != 1)
        return CAPERI_REFUSE(r, in ? in : out,
                             "the key has velocities and moves %d curves, expected 1", curves);
    return true;
}

// -- Values ---------------------------------------------------------------------------------------

void caperi_turn_to_value(const double degrees[3], float value[4])
{
    float angles[3];
    for (int i = 0; i < 3; i++)
        angles[i] = caperi_from_degrees(degrees[i]);
    caper_quat q = caper_quat_from_euler("XYZ", angles);
    value[0] = q.x;
    value[1] = q.y;
    value[2] = q.z;
    value[3] = q.w;
    caperi_settle_value(value);
}

static bool read_turn(reader *r, const caperi_json_value *turn, float value[4])
{
    double degrees[3];
    CAPER_PASS(caperi_json_doubles(r->json, turn, degrees, 3));
    for (int i = 0; i < 3; i++)
        if (!(degrees[i] >= -DEGREES_MAX && degrees[i] <= DEGREES_MAX))
            return CAPERI_REFUSE(r, turn, "found %g degrees, expected a number within %g",
                                 degrees[i], DEGREES_MAX);
    caperi_turn_to_value(degrees, value);
    return true;
}

// Velocities as a file has them: angles in degrees.
static bool read_velocity(reader *r, const caperi_json_value *value, caper_curve_kind kind,
                          float out[4])
{
    int width = caperi_curve_speed_width(kind);
    if (width == 1)
        return caperi_json_float(r->json, value, out);
    double v[4] = {0};
    CAPER_PASS(caperi_json_doubles(r->json, value, v, width));
    for (int i = 0; i < width; i++) {
        bool angle = kind == CAPER_CURVE_ROTATION || (kind == CAPER_CURVE_TRAVEL && i == 3);
        if (!(v[i] >= -VELOCITY_MAX && v[i] <= VELOCITY_MAX))
            return CAPERI_REFUSE(r, value, "found a velocity of %g, expected a number within %g",
                                 v[i], (double)CAPERI_MOTION_SPEED_MAX);
        out[i] = angle ? caperi_from_degrees(v[i]) : (float)v[i];
    }
    return true;
}

// How the curve goes on: "ease", or velocities of which one stands for both.
static bool read_ease(reader *r, const caperi_json_value *object, caper_curve_kind kind,
                      caper_key *key)
{
    const caperi_json_value *in = caperi_json_find(object, "in");
    const caperi_json_value *out = caperi_json_find(object, "out");
    int ease = CAPER_EASE_SMOOTH;
    CAPER_PASS(caperi_json_get_enum(r->json, object, "ease", CAPERI_OPTIONAL, caperi_ease_names,
                                    CAPER_EASE_MANUAL, &ease));
    key->ease = (caper_ease)ease;
    if (!in && !out)
        return true;
    CAPER_PASS(refuse_both(r, object, "ease", in ? "in" : "out"));
    key->ease = CAPER_EASE_MANUAL;
    CAPER_PASS(read_velocity(r, in ? in : out, kind, key->in));
    return read_velocity(r, out ? out : in, kind, key->out);
}

static bool read_value(reader *r, const caperi_json_value *object, const caper_curve *curve,
                       float value[4])
{
    const caperi_json *json = r->json;
    const caperi_json_value *turn = caperi_json_find(object, "turn");
    switch (curve->kind) {
    case CAPER_CURVE_POSITION:
        return caperi_json_get_floats(json, object, "position", CAPERI_REQUIRED, value, 3);
    case CAPER_CURVE_ROTATION:
        return turn ? read_turn(r, turn, value)
                    : caperi_json_get_floats(json, object, "rotation", CAPERI_REQUIRED, value, 4);
    case CAPER_CURVE_DEFORM:
        return caperi_json_get_float(json, caperi_json_find(object, "deforms"), curve->deform,
                                     CAPERI_REQUIRED, value);
    default:
        return caperi_json_get_float(
            json, object,
            caperi_json_find(object, "weight") ? "weight" : caperi_curve_kind_names[curve->kind],
            CAPERI_REQUIRED, value);
    }
}

// -- Curves ---------------------------------------------------------------------------------------

static bool fill_one(reader *r, const caperi_json_value *object, draft *d, int i)
{
    caper_curve *curve = &d->curves[i];
    caper_key *key = &d->keys[i][curve->key_count++];
    CAPER_PASS(caperi_motion_note(r, key, object));
    CAPER_PASS(caperi_json_get_float(r->json, object, "t", CAPERI_REQUIRED, &key->time));
    CAPER_PASS(read_value(r, object, curve, key->value));
    return read_ease(r, object, curve->kind, key);
}

static bool fill_key(reader *r, const caperi_json_value *object, draft *d)
{
    for (int kind = 0; kind < CAPER_CURVE_DEFORM; kind++)
        if (mentions(object, (caper_curve_kind)kind))
            CAPER_PASS(fill_one(r, object, d, kind));
    const caperi_json_value *deforms = caperi_json_find(object, "deforms");
    for (uint32_t i = 0; deforms && i < deforms->count; i++) {
        int curve = find_deform(d, caperi_json_member_key(deforms, i)->as.string);
        CAPER_PASS(fill_one(r, object, d, curve));
    }
    return true;
}

bool caperi_motion_read_keys(reader *r, const caperi_json_value *value, caper_channel *channel)
{
    const caperi_json_value *list;
    CAPER_PASS(caperi_json_get_array(r->json, value, "keys", CAPERI_OPTIONAL, 0,
                                     CAPERI_MOTION_KEYS_MAX, &list));
    if (!list)
        return true;
    draft d = {.count = CAPER_CURVE_DEFORM};
    for (int kind = 0; kind < CAPER_CURVE_DEFORM; kind++)
        d.curves[kind].kind = (caper_curve_kind)kind;
    for (uint32_t i = 0; i < list->count; i++)
        CAPER_PASS(count_key(r, &list->as.items[i], &d));
    for (int i = 0; i < d.count; i++) {
        d.keys[i] = CAPERI_GRAB(r, d.curves[i].key_count, caper_key);
        CAPER_PASS(d.keys[i] != NULL);
        d.curves[i].keys = d.keys[i];
        d.curves[i].key_count = 0;
    }
    for (uint32_t i = 0; i < list->count; i++)
        CAPER_PASS(fill_key(r, &list->as.items[i], &d));
    caper_curve *curves = CAPERI_GRAB(r, d.count, caper_curve);
    CAPER_PASS(curves != NULL);
    for (int i = 0; i < d.count; i++) {
        if (d.curves[i].key_count == 0)
            continue;
        caper_curve *curve = &curves[channel->curve_count++];
        *curve = d.curves[i];
        CAPER_PASS(caperi_motion_note(r, curve, d.at[i]));
    }
    channel->curves = curves;
    return true;
}

bool caperi_motion_read_travel(reader *r, const caperi_json_value *root)
{
    const caperi_json_value *list;
    CAPER_PASS(caperi_json_get_array(r->json, root, "travel", CAPERI_OPTIONAL, 1,
                                     CAPERI_MOTION_KEYS_MAX, &list));
    if (!list)
        return true;
    caper_curve *travel = CAPERI_GRAB(r, 1, caper_curve);
    caper_key *keys = CAPERI_GRAB(r, list->count, caper_key);
    CAPER_PASS(travel && keys);
    for (uint32_t i = 0; i < list->count; i++) {
        const caperi_json_value *value = &list->as.items[i];
        CAPER_PASS(caperi_json_object(r->json, value));
        CAPERI_CHECK_KEYS(r, value, travel_keys);
        CAPER_PASS(caperi_motion_note(r, &keys[i], value));
        CAPER_PASS(caperi_json_get_float(r->json, value, "t", CAPERI_REQUIRED, &keys[i].time));
        CAPER_PASS(caperi_json_get_floats(r->json, value, "at", CAPERI_REQUIRED, keys[i].value, 3));
        double yaw = 0.0;
        CAPER_PASS(caperi_json_get_double(r->json, value, "yaw", CAPERI_OPTIONAL, &yaw));
        if (!(yaw >= -DEGREES_MAX && yaw <= DEGREES_MAX))
            return CAPERI_REFUSE(r, caperi_json_find(value, "yaw"),
                                 "yaw is %g degrees, expected a number within %g", yaw,
                                 DEGREES_MAX);
        keys[i].value[3] = caperi_from_degrees(yaw);
        CAPER_PASS(read_ease(r, value, CAPER_CURVE_TRAVEL, &keys[i]));
    }
    travel->kind = CAPER_CURVE_TRAVEL;
    travel->keys = keys;
    travel->key_count = (int)list->count;
    r->def.travel = travel;
    return true;
}
