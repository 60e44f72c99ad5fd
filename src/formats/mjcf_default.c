// SPDX-License-Identifier: MIT
//
// Settings of an MJCF document, its default classes, and elements as seen through them. An
// attribute is looked for in the element, then in its class (its own, or that of the nearest body
// above with a childclass), then in the classes above that one. An orientation comes in five
// spellings; the first level that has any of them decides.
#include "formats/mjcf.h"

#include "base/try.h"
#include "math/scalar.h"

#include <string.h>

#define SETTINGS_LEVELS 256 // of nested classes

// -- Classes ------------------------------------------------------------------------------------

static int16_t *class_slot(caperi_mjcf *m, const char *name)
{
    unsigned mask = CAPERI_MJCF_CLASS_SLOTS - 1u;
    unsigned slot = (unsigned)caper_hash64(name, strlen(name), 0) & mask;
    while (m->class_slots[slot] >= 0 && strcmp(m->classes[m->class_slots[slot]].name, name) != 0)
        slot = (slot + 1) & mask;
    return &m->class_slots[slot];
}

int caperi_mjcf_find_class(caperi_mjcf *m, const caperi_xml *element, const char *name)
{
    int found = *class_slot(m, name);
    if (found < 0)
        caperi_xml_fail(element, CAPER_ERROR_INVALID, m->error,
                        "<%s> is of class '%.48s', which no <default> defines", element->name,
                        name);
    return found;
}

static int add_class(caperi_mjcf *m, const caperi_xml *element, const char *name, int parent)
{
    int16_t *slot = class_slot(m, name);
    if (*slot >= 0)
        return *slot; // goes on with a class that was begun elsewhere
    if (m->class_count == CAPERI_MJCF_MAX_CLASSES) {
        caperi_xml_fail(element, CAPER_ERROR_LIMIT, m->error, "there are more than %d classes",
                        CAPERI_MJCF_MAX_CLASSES);
        return -1;
    }
    *slot = (int16_t)m->class_count;
    caperi_mjcf_class *added = &m->classes[m->class_count];
    added->name = name;
    added->parent = parent;
    return m->class_count++;
}

static bool add_part(caperi_mjcf *m, int class_index, caperi_mjcf_kind kind, const caperi_xml *part)
{
    caperi_mjcf_class *c = &m->classes[class_index];
    if (c->part_count[kind] == CAPERI_MJCF_CLASS_PARTS)
        return caperi_xml_fail(part, CAPER_ERROR_LIMIT, m->error,
                               "class '%.48s' has more than %d <%s> elements", c->name,
                               CAPERI_MJCF_CLASS_PARTS, part->name);
    for (int i = c->part_count[kind]++; i > 0; i--)
        c->parts[kind][i] = c->parts[kind][i - 1];
    c->parts[kind][0] = part;
    return true;
}

static bool read_class(caperi_mjcf *m, const caperi_xml *element, int parent, int depth)
{
    const char *name = caperi_xml_get(element, "class");
    CAPER_PASS(depth < SETTINGS_LEVELS ||
               caperi_xml_fail(element, CAPER_ERROR_LIMIT, m->error,
                               "classes are nested deeper than %d", SETTINGS_LEVELS));
    CAPER_PASS(name || parent < 0 ||
               caperi_xml_fail(element, CAPER_ERROR_INVALID, m->error,
                               "a <default> inside another has no class, expected its name"));
    bool outermost = parent < 0, unnamed = !name || strcmp(name, "main") == 0;
    int index = unnamed ? 0 : add_class(m, element, name, outermost ? 0 : parent);
    if (index < 0)
        return false;
    // the first outermost class is the main one, whatever its name: what it says holds for all
    if (outermost && !m->has_main)
        index = 0;
    m->has_main = true;
    for (const caperi_xml *child = element->child; child; child = child->next) {
        if (caperi_xml_is(child, "default"))
            CAPER_PASS(read_class(m, child, index, depth + 1));
        else if (caperi_xml_is(child, "joint"))
            CAPER_PASS(add_part(m, index, CAPERI_MJCF_JOINT, child));
        else if (caperi_xml_is(child, "geom"))
            CAPER_PASS(add_part(m, index, CAPERI_MJCF_GEOM, child));
    }
    return true;
}

static bool start_classes(caperi_mjcf *m)
{
    caper_arena *arena = &m->draft->scratch;
    m->classes = caperi_draft_alloc(m->draft, arena, CAPERI_MJCF_MAX_CLASSES, sizeof *m->classes,
                                    _Alignof(caperi_mjcf_class), m->error);
    m->class_slots = caperi_draft_alloc(m->draft, arena, CAPERI_MJCF_CLASS_SLOTS,
                                        sizeof *m->class_slots, _Alignof(int16_t), m->error);
    if (!m->classes || !m->class_slots)
        return false;
    memset(m->class_slots, -1, CAPERI_MJCF_CLASS_SLOTS * sizeof *m->class_slots);
    m->classes[0].name = "main";
    m->classes[0].parent = -1;
    m->class_count = 1;
    *class_slot(m, "main") = 0;
    return true;
}

// -- Settings -----------------------------------------------------------------------------------

static bool read_word(caperi_mjcf *m, const caperi_xml *element, const char *name,
                      const char *const *words, int count, int *found)
{
    const char *text = caperi_xml_get(element, name);
    if (!text)
        return true;
    for (int i = 0; i < count; i++) {
        if (strcmp(text, words[i]) == 0) {
            *found = i;
            return true;
        }
    }
    return caperi_xml_fail(element, CAPER_ERROR_INVALID, m->error,
                           "%s of <%s> is '%.32s', expected %s or %s", name, element->name, text,
                           words[0], words[1]);
}

static bool read_euler_order(caperi_mjcf *m, const caperi_xml *element)
{
    const char *text = caperi_xml_get(element, "eulerseq");
    if (!text)
        return true;
    if (strlen(text) != 3 || strspn(text, "xyzXYZ") != 3)
        return caperi_xml_fail(element, CAPER_ERROR_INVALID, m->error,
                               "eulerseq is '%.16s', expected three letters of xyzXYZ", text);
    memcpy(m->euler, text, 4);
    return true;
}

static bool read_compiler(caperi_mjcf *m, const caperi_xml *element)
{
    static const char *const angles[] = {"degree", "radian"};
    static const char *const truths[] = {"false", "true"};
    static const char *const inertias[] = {"auto", "true", "false"};
    static const char *const coordinates[] = {"local", "global"};
    int radians = m->radians, limits = m->autolimits, inertia = (int)m->inertia, global = 0;
    double range[2];
    CAPER_PASS(read_word(m, element, "angle", angles, 2, &radians) &&
               read_word(m, element, "autolimits", truths, 2, &limits) &&
               read_word(m, element, "inertiafromgeom", inertias, 3, &inertia) &&
               read_word(m, element, "coordinate", coordinates, 2, &global) &&
               read_euler_order(m, element));
    if (global)
        return caperi_xml_fail(element, CAPER_ERROR_UNSUPPORTED, m->error,
                               "coordinates are global, expected local ones");
    m->radians = radians != 0;
    m->autolimits = limits != 0;
    m->inertia = inertia;
    int count = caperi_xml_numbers(element, "inertiagrouprange", 2, 2, range, m->error);
    if (count > 0) {
        m->group_low = range[0];
        m->group_high = range[1];
    }
    return count >= 0 &&
           caperi_xml_numbers(element, "settotalmass", 1, 1, &m->total_mass, m->error) >= 0;
}

bool caperi_mjcf_settings(caperi_mjcf *m)
{
    memcpy(m->euler, "xyz", 4);
    m->autolimits = true;
    m->group_high = 5.0;
    m->gravity[2] = -9.81;
    CAPER_PASS(start_classes(m));
    for (const caperi_xml *part = m->root->child; part; part = part->next) {
        if (caperi_xml_is(part, "compiler"))
            CAPER_PASS(read_compiler(m, part));
        else if (caperi_xml_is(part, "option"))
            CAPER_PASS(caperi_xml_numbers(part, "gravity", 3, 3, m->gravity, m->error) >= 0);
        else if (caperi_xml_is(part, "default"))
            CAPER_PASS(read_class(m, part, -1, 0));
    }
    return true;
}

// -- Views --------------------------------------------------------------------------------------

bool caperi_mjcf_look(caperi_mjcf *m, const caperi_xml *element, caperi_mjcf_kind kind,
                      int class_index, caperi_mjcf_view *view)
{
    const char *name = caperi_xml_get(element, "class");
    if (name)
        class_index = caperi_mjcf_find_class(m, element, name);
    caperi_mjcf_view seen = {m, element, class_index, kind};
    *view = seen;
    return class_index >= 0;
}

// Walks the levels of a view.
typedef struct level_walk {
    const caperi_mjcf_view *view;
    int class_index, part;
    bool started;
} level_walk;

static const caperi_xml *next_level(level_walk *walk)
{
    if (!walk->started) {
        walk->started = true;
        walk->class_index = walk->view->class_index;
        return walk->view->element;
    }
    while (walk->class_index >= 0) {
        const caperi_mjcf_class *c = &walk->view->m->classes[walk->class_index];
        if (walk->part < c->part_count[walk->view->kind])
            return c->parts[walk->view->kind][walk->part++];
        walk->part = 0;
        walk->class_index = c->parent;
    }
    return NULL;
}

const char *caperi_mjcf_get(const caperi_mjcf_view *view, const char *name,
                            const caperi_xml **where)
{
    level_walk walk = {.view = view};
    for (const caperi_xml *level; (level = next_level(&walk));) {
        const char *value = caperi_xml_get(level, name);
        if (!value)
            continue;
        if (where)
            *where = level;
        return value;
    }
    return NULL;
}

int caperi_mjcf_numbers(const caperi_mjcf_view *view, const char *name, int least, int most,
                        double *values)
{
    const caperi_xml *where = view->element;
    const char *text = caperi_mjcf_get(view, name, &where);
    return text ? caperi_xml_parse_numbers(where, name, text, least, most, values, view->m->error)
                : 0;
}

// -- Orientation --------------------------------------------------------------------------------

static caper_vec3 to_vec3(const double *v)
{
    return caper_vec3_make((float)v[0], (float)v[1], (float)v[2]);
}

// Normalized in double: four digits of a quaternion are all that some files have.
static caper_quat to_quat(double x, double y, double z, double w)
{
    double length = sqrt(x * x + y * y + z * z + w * w);
    if (!(length > 1e-12))
        return caper_quat_identity();
    return caper_quat_make((float)(x / length), (float)(y / length), (float)(z / length),
                           (float)(w / length));
}

static caper_quat about_axis(double x, double y, double z, double angle)
{
    double sine, cosine, length = sqrt(x * x + y * y + z * z);
    if (!(length > 1e-12))
        return caper_quat_identity();
    caperi_sincos(0.5 * angle, &sine, &cosine);
    return to_quat(x / length * sine, y / length * sine, z / length * sine, cosine);
}

// Small letters turn about the axes that move along, capitals about those that stay.
static caper_quat from_euler(const char *order, const double *angles)
{
    caper_quat q = caper_quat_identity();
    for (int i = 0; i < 3; i++) {
        char axis = order[i];
        bool fixed = axis >= 'X' && axis <= 'Z';
        char small = fixed ? (char)(axis - 'X' + 'x') : axis;
        caper_quat turn = about_axis(small == 'x', small == 'y', small == 'z', angles[i]);
        q = fixed ? caper_quat_mul(turn, q) : caper_quat_mul(q, turn);
    }
    return caper_quat_normalize(q);
}

static double normalize(double *v)
{
    double length = sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
    for (int i = 0; i < 3 && length > 1e-12; i++)
        v[i] /= length;
    return length;
}

// The rotation of a frame given by its axes, from the largest component on (Shepperd).
static caper_quat from_frame(const double *x, const double *y, const double *z)
{
    double w4 = 1.0 + x[0] + y[1] + z[2], x4 = 1.0 + x[0] - y[1] - z[2];
    double y4 = 1.0 - x[0] + y[1] - z[2], z4 = 1.0 - x[0] - y[1] + z[2];
    if (w4 >= 1.0)
        return to_quat(y[2] - z[1], z[0] - x[2], x[1] - y[0], w4);
    if (x4 >= y4 && x4 >= z4)
        return to_quat(x4, x[1] + y[0], x[2] + z[0], y[2] - z[1]);
    if (y4 >= z4)
        return to_quat(x[1] + y[0], y4, y[2] + z[1], z[0] - x[2]);
    return to_quat(x[2] + z[0], y[2] + z[1], z4, x[1] - y[0]);
}

static bool from_axes(double *v, caper_quat *q)
{
    double *x = v, *y = v + 3;
    double length = normalize(x), size = normalize(y);
    double along = x[0] * y[0] + x[1] * y[1] + x[2] * y[2];
    for (int i = 0; i < 3; i++)
        y[i] -= along * x[i];
    if (!(length > 1e-12 && size > 1e-12 && normalize(y) > 1e-6))
        return false;
    const double z[3] = {x[1] * y[2] - x[2] * y[1], x[2] * y[0] - x[0] * y[2],
                         x[0] * y[1] - x[1] * y[0]};
    *q = from_frame(x, y, z);
    return true;
}

static const struct {
    const char *name;
    int count;
} spellings[] = {{"quat", 4}, {"euler", 3}, {"axisangle", 4}, {"xyaxes", 6}, {"zaxis", 3}};

static bool read_spelling(const caperi_mjcf *m, const caperi_xml *where, int spelling,
                          caper_quat *q)
{
    double v[6];
    const double unit = m->radians ? 1.0 : 0.017453292519943295769;
    int count = spellings[spelling].count;
    CAPER_PASS(caperi_xml_numbers(where, spellings[spelling].name, count, count, v, m->error) > 0);
    bool good = true;
    switch (spelling) {
    case 0:
        *q = to_quat(v[1], v[2], v[3], v[0]);
        break;
    case 1:
        for (int i = 0; i < 3; i++)
            v[i] *= unit;
        *q = from_euler(m->euler, v);
        break;
    case 2:
        *q = about_axis(v[0], v[1], v[2], v[3] * unit);
        break;
    case 3:
        good = from_axes(v, q);
        break;
    default:
        *q = caper_quat_between(caper_vec3_make(0.0f, 0.0f, 1.0f), to_vec3(v));
        good = caper_vec3_length(to_vec3(v)) > CAPER_TINY;
    }
    return good || caperi_xml_fail(where, CAPER_ERROR_INVALID, m->error,
                                   "%s of <%s> has no direction, or two that are parallel",
                                   spellings[spelling].name, where->name);
}

bool caperi_mjcf_pose(const caperi_mjcf_view *view, caper_transform *pose)
{
    double position[3] = {0.0, 0.0, 0.0};
    *pose = caper_transform_identity();
    CAPER_PASS(caperi_mjcf_numbers(view, "pos", 3, 3, position) >= 0);
    pose->position = to_vec3(position);
    level_walk walk = {.view = view};
    for (const caperi_xml *level; (level = next_level(&walk));) {
        int found = -1;
        for (int i = 0; i < CAPER_COUNT_OF(spellings); i++) {
            if (!caperi_xml_get(level, spellings[i].name))
                continue;
            if (found >= 0)
                return caperi_xml_fail(level, CAPER_ERROR_INVALID, view->m->error,
                                       "<%s> has both %s and %s, expected one orientation",
                                       level->name, spellings[found].name, spellings[i].name);
            found = i;
        }
        if (found >= 0)
            return read_spelling(view->m, level, found, &pose->rotation);
    }
    return true;
}

bool caperi_mjcf_plain_pose(const caperi_mjcf *m, const caperi_xml *element, caper_transform *pose)
{
    caperi_mjcf_view view = {m, element, -1, CAPERI_MJCF_GEOM};
    return caperi_mjcf_pose(&view, pose);
}
