// SPDX-License-Identifier: MIT
//
// The gate of every character, whether authored, read or imported (paper 000, section 1.2: a tree
// of bodies with a serial chain of spine bodies at its root). Each refusal is one sentence that
// names the body, at the line and column given in the def. Invariant: after caperi_character_check
// the builder cannot overflow, and fails only without memory.
#include "body/body.h"
#include "base/try.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#define NAME_SLOTS 4096 // a power of two, four times CAPER_MAX_BODIES
#define ALL_CAPS ((1u << CAPER_CAP_COUNT) - 1u)
// What a helper cannot be: these caps promise a physical part.
#define NOT_FOR_HELPERS (CAPER_CAP_SPINE | CAPER_CAP_ROOT | CAPER_CAP_FOOT)

caperi_body_label caperi_body_label_make(const char *name, int index)
{
    caperi_body_label label;
    if (name && name[0]) {
        size_t size = strlen(name);
        if (size > 40) {
            size = 40;
            while (size > 0 && ((unsigned char)name[size] & 0xC0) == 0x80)
                size--; // not within a UTF-8 sequence
        }
        snprintf(label.text, sizeof label.text, "body '%.*s'", (int)size, name);
    } else {
        snprintf(label.text, sizeof label.text, "body %d", index);
    }
    return label;
}

// Fails at body i: "body 'x' " and the given words.
CAPER_PRINTF(5, 6)
static bool fail(const caper_character_def *def, int i, caper_status status, caper_error *error,
                 const char *format, ...)
{
    char words[160];
    va_list args;
    va_start(args, format);
    vsnprintf(words, sizeof words, format, args);
    va_end(args);
    const caper_body_def *body = &def->bodies[i];
    return caper_error_set(error, status, def->source, body->line, body->column, "%s %s",
                           caperi_body_label_make(body->name, i).text, words);
}

#define INVALID(i, ...) return fail(def, (i), CAPER_ERROR_INVALID, error, __VA_ARGS__)

static bool in_range(float value, float low, float high)
{
    return value >= low && value <= high; // false for NaN
}

static bool is_place(caper_vec3 v)
{
    return in_range(v.x, -CAPERI_LENGTH_MAX, CAPERI_LENGTH_MAX) &&
           in_range(v.y, -CAPERI_LENGTH_MAX, CAPERI_LENGTH_MAX) &&
           in_range(v.z, -CAPERI_LENGTH_MAX, CAPERI_LENGTH_MAX);
}

static const char *why_no_place(caper_vec3 v)
{
    return caper_vec3_is_finite(v) ? "is beyond 1e5 m" : "is not finite";
}

static bool check_joint(const caper_character_def *def, int i, caper_error *error)
{
    const caper_joint *joint = &def->bodies[i].joint;
    if ((int)joint->kind < 0 || joint->kind >= CAPER_JOINT_KIND_COUNT)
        INVALID(i, "has an unknown kind of joint");
    if (joint->kind == CAPER_JOINT_FIXED || joint->kind == CAPER_JOINT_FREE)
        return true; // has no limits to check

    float length = caper_vec3_length(joint->axis);
    if (!in_range(length, 1.0f - CAPERI_UNIT_TOLERANCE, 1.0f + CAPERI_UNIT_TOLERANCE))
        INVALID(i, "has a joint axis that is not of length 1");
    const char *turn = joint->kind == CAPER_JOINT_HINGE ? "hinge" : "twist";
    if (!in_range(joint->min, -CAPER_PI, 0.0f) || !in_range(joint->max, 0.0f, CAPER_PI))
        INVALID(i, "has %s limits outside -180 <= min <= 0 <= max <= 180 degrees", turn);
    if (joint->kind == CAPER_JOINT_BALL && !in_range(joint->swing, 0.0f, CAPER_PI))
        INVALID(i, "has a swing limit outside 0 to 180 degrees");
    return true;
}

static bool check_box(const caper_character_def *def, int i, caper_error *error)
{
    const caper_body_def *body = &def->bodies[i];
    if (!is_place(body->box_center))
        INVALID(i, "has a box center that %s", why_no_place(body->box_center));
    const float *half = &body->box_half.x;
    for (int k = 0; k < 3; k++) {
        if (in_range(half[k], CAPERI_HALF_MIN, CAPERI_LENGTH_MAX))
            continue;
        char number[32];
        caper_format_float(half[k], number);
        if (!(half[k] > 0.0f))
            INVALID(i, "has a box half size of %s, expected more than 0", number);
        INVALID(i, "has a box half size of %s m, expected 1e-5 to 1e5", number);
    }
    return true;
}

static bool check_extras(const caper_character_def *def, int i, caper_error *error)
{
    const caper_body_def *body = &def->bodies[i];
    if (body->deform_count < 0 || body->deform_count > CAPER_MAX_DEFORMS)
        INVALID(i, "has %d deforms, expected 0 to %d", body->deform_count, CAPER_MAX_DEFORMS);
    for (int k = 0; k < body->deform_count; k++) {
        const char *name = body->deforms ? body->deforms[k] : NULL;
        if (!name || !name[0])
            INVALID(i, "has a deform without a name");
        if (strlen(name) > CAPERI_NAME_MAX)
            INVALID(i, "has a deform whose name is of more than %d bytes", CAPERI_NAME_MAX);
        // so that "body.deform" can be taken apart again
        if (strchr(name, '.'))
            INVALID(i, "has the deform '%.40s', whose name holds a '.'", name);
        for (int j = 0; j < k; j++)
            if (strcmp(name, body->deforms[j]) == 0)
                INVALID(i, "has the deform '%.40s' twice", name);
    }
    if (body->contact_count < 0 || body->contact_count > CAPER_MAX_CONTACTS)
        INVALID(i, "has %d contacts, expected 0 to %d", body->contact_count, CAPER_MAX_CONTACTS);
    if (body->contact_count > 0 && !body->contacts)
        INVALID(i, "has no array of contacts");
    for (int k = 0; k < body->contact_count; k++)
        if (!is_place(body->contacts[k]))
            INVALID(i, "has a contact that %s", why_no_place(body->contacts[k]));
    if (body->hinge_count < 0 || body->hinge_count > CAPER_MAX_HINGES ||
        (body->hinge_count > 0 && !body->hinges))
        INVALID(i, "has %d hinges, expected 0 to %d", body->hinge_count, CAPER_MAX_HINGES);
    for (int k = 0; k < body->hinge_count; k++) {
        const caper_hinge *h = &body->hinges[k];
        bool good = h->name && strlen(h->name) <= CAPERI_NAME_MAX && h->min <= h->rest &&
                    h->rest <= h->max && fabsf(h->min) < 1e3f && fabsf(h->max) < 1e3f &&
                    fabsf(h->zero) < 1e3f &&
                    fabsf(caper_vec3_length(h->axis) - 1.0f) < CAPERI_UNIT_TOLERANCE;
        if (!good)
            INVALID(i, "has a hinge without a name, with an axis off length 1, or at rest beyond "
                       "its limits");
    }
    return true;
}

static bool check_body(const caper_character_def *def, int i, caper_error *error)
{
    const caper_body_def *body = &def->bodies[i];
    if (!body->name || !body->name[0])
        INVALID(i, "has no name");
    if (strlen(body->name) > CAPERI_NAME_MAX)
        INVALID(i, "has a name of more than %d bytes", CAPERI_NAME_MAX);
    if (body->parent < -1 || body->parent >= def->body_count)
        INVALID(i, "has parent %d, expected -1 to %d", body->parent, def->body_count - 1);
    if (body->caps & ~ALL_CAPS)
        INVALID(i, "has unknown caps 0x%x", (unsigned)(body->caps & ~ALL_CAPS));
    if ((body->caps & CAPER_CAP_HELPER) && (body->caps & NOT_FOR_HELPERS))
        INVALID(i, "is a helper, so it cannot be spine, root or foot");
    if (!is_place(body->rest_local.position))
        INVALID(i, "has a position that %s", why_no_place(body->rest_local.position));
    if (!caper_quat_is_unit(body->rest_local.rotation, CAPERI_UNIT_TOLERANCE))
        INVALID(i, "has a rotation that is not a unit quaternion");
    if (body->mass != 0.0f && !in_range(body->mass, CAPERI_MASS_MIN, CAPERI_MASS_MAX)) {
        char number[32];
        caper_format_float(body->mass, number);
        INVALID(i, "has a mass of %s kg, expected 1e-15 to 1e20 (or 0: from the density)", number);
    }
    CAPER_PASS(check_box(def, i, error));
    CAPER_PASS(check_joint(def, i, error));
    return check_extras(def, i, error);
}

static bool check_names(const caper_character_def *def, caper_error *error)
{
    int16_t slots[NAME_SLOTS];
    memset(slots, -1, sizeof slots);
    for (int i = 0; i < def->body_count; i++) {
        const char *name = def->bodies[i].name;
        unsigned slot = (unsigned)caper_hash64(name, strlen(name), 0) & (NAME_SLOTS - 1u);
        for (; slots[slot] >= 0; slot = (slot + 1) & (NAME_SLOTS - 1u))
            if (strcmp(def->bodies[slots[slot]].name, name) == 0)
                INVALID(i, "has the name of another body");
        slots[slot] = (int16_t)i;
    }
    return true;
}

// Exactly one root, and every way up ends there.
static bool check_tree(const caper_character_def *def, caper_error *error)
{
    int root = -1;
    for (int i = 0; i < def->body_count; i++) {
        if (def->bodies[i].parent >= 0)
            continue;
        if (root >= 0)
            INVALID(i, "has no parent, and neither has %s: expected one root",
                    caperi_body_label_make(def->bodies[root].name, root).text);
        root = i;
    }
    if (root < 0)
        INVALID(0, "and all others have a parent: expected one root without");

    // visited[i] is the body from which i was first reached; meeting one's own mark is a cycle
    int16_t visited[CAPER_MAX_BODIES];
    memset(visited, -1, sizeof visited);
    for (int start = 0; start < def->body_count; start++) {
        int i = start;
        while (i >= 0 && visited[i] < 0) {
            visited[i] = (int16_t)start;
            i = def->bodies[i].parent;
        }
        if (i >= 0 && visited[i] == start)
            INVALID(i, "is its own ancestor");
    }
    return true;
}

// Bodies in their order, each preceded by those of its ancestors that are not placed yet: the
// order that changes least, and none when parents come first already.
static void sort_parents_first(const caper_character_def *def, int16_t order[CAPER_MAX_BODIES])
{
    bool placed[CAPER_MAX_BODIES] = {false};
    int16_t way[CAPER_MAX_BODIES];
    int count = 0;
    for (int start = 0; start < def->body_count; start++) {
        int depth = 0;
        for (int i = start; i >= 0 && !placed[i]; i = def->bodies[i].parent) {
            placed[i] = true;
            way[depth++] = (int16_t)i;
        }
        while (depth > 0)
            order[count++] = way[--depth];
    }
}

static bool is_spine(const caper_character_def *def, int i)
{
    return (def->bodies[i].caps & CAPER_CAP_SPINE) != 0;
}

// One serial chain, seen without direction: the root of the tree may stand in its middle.
static bool check_spine(const caper_character_def *def, const int16_t *order, caper_error *error)
{
    int top = -1;
    int neighbours[CAPER_MAX_BODIES] = {0};
    bool on_spine[CAPER_MAX_BODIES] = {false}; // the body or an ancestor of it is spine
    for (int k = 0; k < def->body_count; k++) {
        int i = order[k], parent = def->bodies[i].parent;
        on_spine[i] = is_spine(def, i) || (parent >= 0 && on_spine[parent]);
        if (!is_spine(def, i))
            continue;
        if (parent >= 0 && is_spine(def, parent)) {
            neighbours[i]++;
            if (++neighbours[parent] > 2)
                INVALID(parent,
                        "has more than two spine neighbours, %s among them: the spine must "
                        "be one chain",
                        caperi_body_label_make(def->bodies[i].name, i).text);
        } else if (top < 0) {
            top = i;
        } else {
            INVALID(i, "is spine apart from %s: the spine must be one chain",
                    caperi_body_label_make(def->bodies[top].name, top).text);
        }
    }
    CAPER_TRY(top >= 0, error, CAPER_ERROR_INVALID, def->source, 0, 0,
              "no body is spine: expected a chain of at least one");
    for (int i = 0; i < def->body_count; i++)
        if (!on_spine[i] && !(def->bodies[i].caps & CAPER_CAP_HELPER))
            INVALID(i, "hangs on no spine body, which only helpers may");
    return true;
}

static bool find_root_body(const caper_character_def *def, int *root, caper_error *error)
{
    *root = def->root_body;
    for (int i = 0; i < def->body_count && def->root_body < 0; i++) {
        if (!(def->bodies[i].caps & CAPER_CAP_ROOT))
            continue;
        if (*root >= 0)
            INVALID(i, "is marked root, and so is %s: expected one",
                    caperi_body_label_make(def->bodies[*root].name, *root).text);
        *root = i;
    }
    if (*root >= 0 && !is_spine(def, *root))
        INVALID(*root, "is the root body but not spine");
    return true;
}

bool caperi_character_check(const caper_character_def *def, int16_t order[CAPER_MAX_BODIES],
                            int *root, caper_error *error)
{
    const char *source = def->source;
    CAPER_TRY(def->body_count > 0 && def->bodies, error, CAPER_ERROR_INVALID, source, 0, 0,
              "the character has no bodies");
    CAPER_TRY(def->body_count <= CAPER_MAX_BODIES, error, CAPER_ERROR_LIMIT, source, 0, 0,
              "the character has %d bodies, more than %d", def->body_count, CAPER_MAX_BODIES);
    CAPER_TRY(in_range(def->density, CAPERI_DENSITY_MIN, CAPERI_DENSITY_MAX), error,
              CAPER_ERROR_INVALID, source, 0, 0,
              "the density must be 0.001 to 1e6 kg a cubic metre");
    CAPER_TRY(def->root_body >= -1 && def->root_body < def->body_count, error, CAPER_ERROR_INVALID,
              source, 0, 0, "the root body is %d, expected -1 to %d", def->root_body,
              def->body_count - 1);
    for (int i = 0; i < def->body_count; i++)
        CAPER_PASS(check_body(def, i, error));
    CAPER_PASS(check_names(def, error));
    CAPER_PASS(check_tree(def, error));
    sort_parents_first(def, order);
    CAPER_PASS(check_spine(def, order, error));
    return find_root_body(def, root, error);
}
