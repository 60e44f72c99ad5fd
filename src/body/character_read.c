// SPDX-License-Identifier: MIT
//
// Reads .character.json (docs/schema/character.schema.json): JSON values to body defs, which the
// builder then checks like any others. Unknown members are refused, with line and column.
// Invariant: any bytes give a character or an error, never a crash, and the memory used is bounded
// by the size of the text.
//
// A body with "mirror": true stands for two: it and everything below it get twins, reflected in the
// sagittal plane. Names tell the sides apart: left_x gets the twin right_x.
#include "body/body.h"
#include "base/try.h"

#include <string.h>

#define VERSION 1 // of the file format, as in its schema
#define LEFT "left_"
#define RIGHT "right_"
// A parent frame that is its own reflection within this is taken to be exactly so.
#define ON_PLANE 1e-6f
// metres; twins hang on one parent, so that must not be on one side
#define OFF_PLANE_MAX 1e-4f
// share of the size that a box may reach below y = 0 at rest: rounding of files, 2 cm of a person
#define SINK_TOLERANCE 0.01f
// metres: smaller than an ant, or larger than a whale, is a file in other units
#define SIZE_MIN 0.001f
#define SIZE_MAX_USUAL 50.0f
// share of the size; soles further from y = 0 at rest get a warning
#define GROUND_TOLERANCE 0.02f

#define KEYS(name, ...)                                                                            \
    const char *const name##s[] = {__VA_ARGS__};                                                   \
    const int name##_count = CAPER_COUNT_OF(name##s);

KEYS(caperi_character_key, "caper", "version", "name", "density", "bodies", "$schema")
KEYS(caperi_character_body_key, "name", "parent", "position", "rotation", "rotation_deg", "box",
     "mass", "caps", "joint", "deforms", "contacts", "mirror")
KEYS(caperi_character_box_key, "center", "half")

static const char *const plain_keys[] = {"kind"};
static const char *const hinge_keys[] = {"kind", "axis", "range_deg"};
static const char *const ball_keys[] = {"kind", "axis", "swing_deg", "twist_deg"};
const caperi_joint_keys caperi_character_joint_keys[CAPER_JOINT_KIND_COUNT] = {
    {plain_keys, CAPER_COUNT_OF(plain_keys)},
    {hinge_keys, CAPER_COUNT_OF(hinge_keys)},
    {ball_keys, CAPER_COUNT_OF(ball_keys)},
    {plain_keys, CAPER_COUNT_OF(plain_keys)},
};

typedef struct reader {
    const caperi_json *json;
    const caperi_json_value *list; // "bodies"
    caper_arena arena;
    caper_body_def *bodies; // room for a twin of each
    bool *mirrored;         // by body of the file: "mirror" is true there
    int file_count;         // bodies in the file
    int count;              // twins included
} reader;

static void *grab(reader *r, size_t count, size_t size, size_t align)
{
    void *memory = caper_arena_alloc_zero(&r->arena, count, size, align);
    if (!memory)
        caperi_json_fail(r->json, NULL, CAPER_ERROR_MEMORY, "no memory to read the character");
    return memory;
}
#define GRAB(r, count, type) grab((r), (size_t)(count), sizeof(type), _Alignof(type))

static const caperi_json_value *at(const reader *r, int body)
{
    return &r->list->as.items[body];
}

static bool read_vec3(const caperi_json *json, const caperi_json_value *object, const char *name,
                      caperi_json_need need, caper_vec3 *out)
{
    float v[3] = {out->x, out->y, out->z};
    CAPER_PASS(caperi_json_get_floats(json, object, name, need, v, 3));
    *out = caper_vec3_make(v[0], v[1], v[2]);
    return true;
}

// Degrees are turned in double: 180 becomes CAPER_PI to the bit.
static float radians(double degrees)
{
    return (float)(degrees * (3.14159265358979323846 / 180.0));
}

static bool read_range_deg(const caperi_json *json, const caperi_json_value *object,
                           const char *name, caper_joint *joint)
{
    double range[2];
    CAPER_PASS(caperi_json_get_doubles(json, object, name, CAPERI_REQUIRED, range, 2));
    joint->min = radians(range[0]);
    joint->max = radians(range[1]);
    return true;
}

static bool read_joint(const caperi_json *json, const caperi_json_value *body, caper_joint *joint)
{
    const caperi_json_value *value;
    CAPER_PASS(caperi_json_get_object(json, body, "joint", CAPERI_OPTIONAL, &value));
    if (!value)
        return true;
    int kind;
    CAPER_PASS(caperi_json_get_enum(json, value, "kind", CAPERI_REQUIRED, caperi_joint_kind_names,
                                    CAPER_JOINT_KIND_COUNT, &kind));
    joint->kind = (caper_joint_kind)kind;
    caperi_joint_keys keys = caperi_character_joint_keys[kind];
    CAPER_PASS(caperi_json_check_keys(json, value, keys.names, keys.count));
    if (kind == CAPER_JOINT_HINGE || kind == CAPER_JOINT_BALL)
        CAPER_PASS(read_vec3(json, value, "axis", CAPERI_REQUIRED, &joint->axis));
    if (kind == CAPER_JOINT_HINGE)
        CAPER_PASS(read_range_deg(json, value, "range_deg", joint));
    if (kind == CAPER_JOINT_BALL) {
        double swing;
        CAPER_PASS(caperi_json_get_double(json, value, "swing_deg", CAPERI_REQUIRED, &swing));
        joint->swing = radians(swing);
        CAPER_PASS(read_range_deg(json, value, "twist_deg", joint));
    }
    return true;
}

static bool read_rotation(const caperi_json *json, const caperi_json_value *body, caper_quat *out)
{
    const caperi_json_value *euler;
    float q[4] = {0.0f, 0.0f, 0.0f, 1.0f};
    CAPER_PASS(caperi_json_get_floats(json, body, "rotation", CAPERI_OPTIONAL, q, 4));
    *out = caper_quat_make(q[0], q[1], q[2], q[3]);
    CAPER_PASS(caperi_json_get(json, body, "rotation_deg", CAPERI_OPTIONAL, &euler));
    if (!euler)
        return true;
    if (caperi_json_find(body, "rotation"))
        return caperi_json_fail(json, euler, CAPER_ERROR_INVALID,
                                "a body has both rotation and rotation_deg: expected one");
    double degrees[3];
    CAPER_PASS(caperi_json_doubles(json, euler, degrees, 3));
    float angles[3] = {radians(degrees[0]), radians(degrees[1]), radians(degrees[2])};
    *out = caper_quat_from_euler("XYZ", angles);
    return true;
}

static bool read_caps(const caperi_json *json, const caperi_json_value *body, caper_caps *caps)
{
    const caperi_json_value *list;
    CAPER_PASS(
        caperi_json_get_array(json, body, "caps", CAPERI_OPTIONAL, 0, CAPER_CAP_COUNT, &list));
    for (uint32_t i = 0; list && i < list->count; i++) {
        int bit;
        CAPER_PASS(
            caperi_json_enum(json, &list->as.items[i], caperi_cap_names, CAPER_CAP_COUNT, &bit));
        *caps |= 1u << bit;
    }
    return true;
}

static bool read_box(const caperi_json *json, const caperi_json_value *body, caper_body_def *def)
{
    // only a helper has no physical part to describe
    caperi_json_need need = def->caps & CAPER_CAP_HELPER ? CAPERI_OPTIONAL : CAPERI_REQUIRED;
    const caperi_json_value *box;
    CAPER_PASS(caperi_json_get_object(json, body, "box", need, &box));
    if (!box)
        return true;
    CAPER_PASS(caperi_json_check_keys(json, box, caperi_character_box_keys,
                                      caperi_character_box_key_count));
    CAPER_PASS(read_vec3(json, box, "center", CAPERI_OPTIONAL, &def->box_center));
    return read_vec3(json, box, "half", CAPERI_REQUIRED, &def->box_half);
}

static bool read_deforms(reader *r, const caperi_json_value *body, caper_body_def *def)
{
    const caperi_json_value *list;
    CAPER_PASS(caperi_json_get_array(r->json, body, "deforms", CAPERI_OPTIONAL, 0,
                                     CAPER_MAX_DEFORMS, &list));
    if (!list || list->count == 0)
        return true;
    const char **names = GRAB(r, list->count, char *);
    CAPER_PASS(names != NULL);
    for (uint32_t i = 0; i < list->count; i++)
        CAPER_PASS(caperi_json_name(r->json, &list->as.items[i], &names[i]));
    def->deforms = names;
    def->deform_count = (int)list->count;
    return true;
}

static bool read_contacts(reader *r, const caperi_json_value *body, caper_body_def *def)
{
    const caperi_json_value *list;
    CAPER_PASS(caperi_json_get_array(r->json, body, "contacts", CAPERI_OPTIONAL, 0,
                                     CAPER_MAX_CONTACTS, &list));
    if (!list || list->count == 0)
        return true;
    caper_vec3 *contacts = GRAB(r, list->count, caper_vec3);
    CAPER_PASS(contacts != NULL);
    for (uint32_t i = 0; i < list->count; i++) {
        float v[3];
        CAPER_PASS(caperi_json_floats(r->json, &list->as.items[i], v, 3));
        contacts[i] = caper_vec3_make(v[0], v[1], v[2]);
    }
    def->contacts = contacts;
    def->contact_count = (int)list->count;
    return true;
}

static bool read_body(reader *r, int i)
{
    const caperi_json *json = r->json;
    const caperi_json_value *value = at(r, i);
    caper_body_def *def = &r->bodies[i];
    *def = caper_body_def_default();
    def->line = (int)value->line;
    def->column = (int)value->column;
    CAPER_PASS(caperi_json_object(json, value));
    CAPER_PASS(caperi_json_check_keys(json, value, caperi_character_body_keys,
                                      caperi_character_body_key_count));
    CAPER_PASS(caperi_json_get_name(json, value, "name", CAPERI_REQUIRED, &def->name));
    CAPER_PASS(read_vec3(json, value, "position", CAPERI_OPTIONAL, &def->rest_local.position));
    CAPER_PASS(read_rotation(json, value, &def->rest_local.rotation));
    CAPER_PASS(read_caps(json, value, &def->caps));
    CAPER_PASS(read_box(json, value, def));
    CAPER_PASS(caperi_json_get_float(json, value, "mass", CAPERI_OPTIONAL, &def->mass));
    CAPER_PASS(read_joint(json, value, &def->joint));
    CAPER_PASS(read_deforms(r, value, def));
    CAPER_PASS(read_contacts(r, value, def));
    return caperi_json_get_bool(json, value, "mirror", CAPERI_OPTIONAL, &r->mirrored[i]);
}

static int find_body(const reader *r, const char *name)
{
    for (int i = 0; i < r->file_count; i++)
        if (strcmp(r->bodies[i].name, name) == 0)
            return i;
    return -1;
}

static bool read_parent(reader *r, int i)
{
    const char *name = NULL;
    CAPER_PASS(caperi_json_get_name(r->json, at(r, i), "parent", CAPERI_OPTIONAL, &name));
    if (!name)
        return true;
    r->bodies[i].parent = find_body(r, name);
    if (r->bodies[i].parent < 0)
        return caperi_json_fail(r->json, caperi_json_find(at(r, i), "parent"), CAPER_ERROR_INVALID,
                                "no body has the name '%.40s', the parent of %s", name,
                                caperi_body_label_make(r->bodies[i].name, i).text);
    return true;
}

// -- Twins --------------------------------------------------------------------------------------

// The mirrored body that i is or hangs below; -1: none. Fails when there are two.
static bool find_mirror_root(const reader *r, int i, int *found)
{
    *found = -1;
    // the count ends the walk in a cycle, which the builder refuses later
    int body = i;
    for (int step = 0; body >= 0 && step < r->file_count; step++) {
        if (r->mirrored[body] && *found >= 0 && *found != body)
            return caperi_json_fail(
                r->json, caperi_json_find(at(r, *found), "mirror"), CAPER_ERROR_INVALID,
                "%s is already mirrored along with '%.40s'",
                caperi_body_label_make(r->bodies[*found].name, *found).text, r->bodies[body].name);
        if (r->mirrored[body])
            *found = body;
        body = r->bodies[body].parent;
    }
    return true;
}

static bool twin_name(reader *r, int i, const char **out)
{
    const char *name = r->bodies[i].name;
    size_t left = strlen(LEFT), right = strlen(RIGHT), size = strlen(name);
    if (size <= left || memcmp(name, LEFT, left) != 0)
        return caperi_json_fail(r->json, at(r, i), CAPER_ERROR_INVALID,
                                "%s is mirrored, so its name must begin with '" LEFT "'",
                                caperi_body_label_make(name, i).text);
    char *twin = GRAB(r, right + size - left + 1, char);
    CAPER_PASS(twin != NULL);
    memcpy(twin, RIGHT, right);
    memcpy(twin + right, name + left, size - left);
    if (find_body(r, twin) >= 0)
        return caperi_json_fail(r->json, at(r, i), CAPER_ERROR_INVALID,
                                "'%.40s' is in the file, and is the mirrored twin of another body",
                                twin);
    *out = twin;
    return true;
}

// In its own reflected frame a twin's motion is the reflected motion. A rotation by an angle about
// (x, y, z) reflects to the same angle about (x, -y, -z): so a hinge keeps its range, and the same
// angle bends both knees. The axis of a ball is a direction along the limb, which reflects to
// (-x, y, z); the twist about that turns the other way.
static caper_joint mirror_joint(caper_joint joint)
{
    if (joint.kind == CAPER_JOINT_HINGE) {
        joint.axis = caper_vec3_make(joint.axis.x, -joint.axis.y, -joint.axis.z);
    } else if (joint.kind == CAPER_JOINT_BALL) {
        float min = joint.min;
        joint.axis = caper_vec3_mirror(joint.axis);
        joint.min = -joint.max;
        joint.max = -min;
    }
    return joint;
}

// The rest transform of a twin whose parent is not mirrored: reflected in the plane of the
// character, not in one of the parent's frame, which may lie in it any way.
static bool mirror_on_parent(const reader *r, int i, caper_transform *out)
{
    caper_transform parent = caper_transform_identity();
    int body = r->bodies[i].parent;
    for (int step = 0; body >= 0 && step < r->file_count; step++) {
        parent = caper_transform_mul(r->bodies[body].rest_local, parent);
        body = r->bodies[body].parent;
    }
    if (!(fabsf(parent.position.x) <= OFF_PLANE_MAX))
        return caperi_json_fail(r->json, at(r, i), CAPER_ERROR_INVALID,
                                "%s cannot be mirrored: its parent is not on the plane X = 0",
                                caperi_body_label_make(r->bodies[i].name, i).text);
    caper_transform local = r->bodies[i].rest_local;
    caper_quat q = parent.rotation;
    bool symmetric = fabsf(parent.position.x) <= ON_PLANE &&
                     ((fabsf(q.y) <= ON_PLANE && fabsf(q.z) <= ON_PLANE) ||
                      (fabsf(q.x) <= ON_PLANE && fabsf(q.w) <= ON_PLANE));
    *out = symmetric ? caper_transform_mirror(local)
                     : caper_transform_unmul(
                           parent, caper_transform_mirror(caper_transform_mul(parent, local)));
    return true;
}

static bool add_twin(reader *r, int i, bool is_top, const int *twins)
{
    if (r->bodies[i].parent < 0)
        return caperi_json_fail(r->json, at(r, i), CAPER_ERROR_INVALID,
                                "%s has no parent, so it cannot be mirrored",
                                caperi_body_label_make(r->bodies[i].name, i).text);
    caper_body_def *twin = &r->bodies[twins[i]];
    *twin = r->bodies[i];
    CAPER_PASS(twin_name(r, i, &twin->name));
    twin->box_center = caper_vec3_mirror(twin->box_center);
    twin->joint = mirror_joint(twin->joint);
    if (twin->contact_count > 0) {
        caper_vec3 *contacts = GRAB(r, twin->contact_count, caper_vec3);
        CAPER_PASS(contacts != NULL);
        for (int k = 0; k < twin->contact_count; k++)
            contacts[k] = caper_vec3_mirror(twin->contacts[k]);
        twin->contacts = contacts;
    }
    if (is_top)
        return mirror_on_parent(r, i, &twin->rest_local);
    twin->rest_local = caper_transform_mirror(twin->rest_local);
    twin->parent = twins[twin->parent];
    return true;
}

// Twins follow the bodies of the file, in their order.
static bool add_twins(reader *r)
{
    int *tops = GRAB(r, r->file_count, int), *twins = GRAB(r, r->file_count, int);
    CAPER_PASS(tops && twins);
    for (int i = 0; i < r->file_count; i++) {
        CAPER_PASS(find_mirror_root(r, i, &tops[i]));
        twins[i] = tops[i] >= 0 ? r->count++ : -1;
        if (r->count > CAPER_MAX_BODIES)
            return caperi_json_fail(r->json, at(r, i), CAPER_ERROR_LIMIT,
                                    "mirrored bodies included there are more than %d",
                                    CAPER_MAX_BODIES);
    }
    for (int i = 0; i < r->file_count; i++)
        if (twins[i] >= 0)
            CAPER_PASS(add_twin(r, i, tops[i] == i, twins));
    return true;
}

// -- The whole ----------------------------------------------------------------------------------

static bool read_head(const caperi_json *json, const caperi_json_value *value,
                      caper_character_def *def)
{
    CAPER_PASS(caperi_json_head(json, value, "character", VERSION));
    CAPER_PASS(
        caperi_json_check_keys(json, value, caperi_character_keys, caperi_character_key_count));
    CAPER_PASS(caperi_json_get_string(json, value, "name", CAPERI_OPTIONAL, &def->name));
    return caperi_json_get_float(json, value, "density", CAPERI_OPTIONAL, &def->density);
}

static bool read_bodies(reader *r, const caperi_json_value *value)
{
    CAPER_PASS(caperi_json_get_array(r->json, value, "bodies", CAPERI_REQUIRED, 1, CAPER_MAX_BODIES,
                                     &r->list));
    r->count = r->file_count = (int)r->list->count;
    r->bodies = GRAB(r, 2 * r->file_count, caper_body_def);
    r->mirrored = GRAB(r, r->file_count, bool);
    CAPER_PASS(r->bodies && r->mirrored);
    for (int i = 0; i < r->file_count; i++)
        CAPER_PASS(read_body(r, i));
    for (int i = 0; i < r->file_count; i++)
        CAPER_PASS(read_parent(r, i));
    return add_twins(r);
}

// The lowest corner of all boxes at rest, and whose it is.
static float lowest_box(const caper_character *c, int *body)
{
    float lowest = INFINITY;
    for (int i = 0; i < c->body_count; i++) {
        const caper_body *b = &c->bodies[i];
        caper_bounds box = {caper_vec3_sub(b->box_center, b->box_half),
                            caper_vec3_add(b->box_center, b->box_half)};
        float y = caper_bounds_transform(c->rest_model[i], box).min.y;
        if (!(b->caps & CAPER_CAP_HELPER) && y < lowest) {
            lowest = y;
            *body = i;
        }
    }
    return lowest;
}

static void warn_off_ground(const caper_character *c, const caperi_json *json,
                            const caperi_json_value *value, caper_warnings *warnings)
{
    float lowest = INFINITY;
    for (int k = 0; k < c->leg_count; k++) {
        caper_vec3 points[CAPER_MAX_CONTACTS];
        int foot = c->legs[k].foot;
        int count = caper_body_sole_points(c, foot, points);
        for (int i = 0; i < count; i++)
            lowest = caper_min(lowest, caper_transform_mul_point(c->rest_model[foot], points[i]).y);
    }
    if (c->leg_count > 0 && fabsf(lowest) > GROUND_TOLERANCE * c->size) {
        char number[32];
        caper_format_float(lowest, number);
        caper_warnings_add(
            warnings, CAPER_ERROR_INVALID, json->source, (int)value->line, (int)value->column,
            "the lowest sole is at y = %s m at rest, expected the ground at 0", number);
        return; // one reason is enough
    }
    int body = 0;
    lowest = lowest_box(c, &body);
    if (lowest < -SINK_TOLERANCE * c->size) {
        char number[32];
        caper_format_float(lowest, number);
        caper_warnings_add(warnings, CAPER_ERROR_INVALID, json->source, (int)value->line,
                           (int)value->column,
                           "the box of %s reaches down to y = %s m at rest, below the ground at 0",
                           caperi_body_label_make(c->bodies[body].name, body).text, number);
    }
}

static void warn_odd_size(const caper_character *c, const caperi_json *json,
                          const caperi_json_value *value, caper_warnings *warnings)
{
    if (c->size > SIZE_MAX_USUAL || c->size < SIZE_MIN) {
        char number[32];
        caper_format_float(c->size, number);
        caper_warnings_add(
            warnings, CAPER_ERROR_INVALID, json->source, (int)value->line, (int)value->column,
            "the character is %s m in size: check the units, lengths are in metres", number);
    }
}

caper_character *caperi_character_read(const caperi_json *json, const caperi_json_value *value,
                                       const caper_load_options *options)
{
    reader r;
    memset(&r, 0, sizeof r);
    r.json = json;
    caper_character *character = NULL;
    caper_character_def def = caper_character_def_default();
    def.allocator = options ? options->allocator : NULL;
    def.source = json->source;
    caper_arena_init(&r.arena, def.allocator, 0);
    if (read_head(json, value, &def) && read_bodies(&r, value)) {
        def.bodies = r.bodies;
        def.body_count = r.count;
        character = caper_character_create(&def, json->error);
    }
    caper_arena_destroy(&r.arena);
    if (character && options) {
        warn_off_ground(character, json, value, options->warnings);
        warn_odd_size(character, json, value, options->warnings);
    }
    return character;
}

static caper_character *read_document(caperi_json *json, const caper_load_options *options)
{
    caper_character *character = caperi_character_read(json, json->root, options);
    caperi_json_free(json);
    return character;
}

caper_character *caper_character_parse(const char *text, size_t size, const char *source,
                                       const caper_load_options *options, caper_error *error)
{
    caperi_json json;
    return caperi_json_open_text(&json, text, size, source, options, error)
               ? read_document(&json, options)
               : NULL;
}

caper_character *caper_character_load(const char *path, const caper_load_options *options,
                                      caper_error *error)
{
    caperi_json json;
    return caperi_json_open_file(&json, path, options, error) ? read_document(&json, options)
                                                              : NULL;
}
