// SPDX-License-Identifier: MIT
//
// Acclaim skeletons. A bone starts where its parent ends and is `length` long in `direction`, given
// in the axes of the whole figure; `axis` is a local frame C, in which its degrees of freedom turn
// it: local rotation = C M C^-1, with the first turn applied first ("XYZ" is Rz Ry Rx). So at rest
// every body has the axes of the figure, and the bone's vector is where its children are.
// Invariant: bodies are numbered depth first from the root, with a helper at the end of each leaf.
#include "formats/acclaim.h"

#include "base/try.h"
#include "math/scalar.h"

#include <stdio.h>
#include <string.h>

#define DEGREE 0.017453292519943295769
#define INCH 0.0254 // the unit that length scales are shares of

// -- Words ------------------------------------------------------------------------------------

static void skip_to_word(caperi_words *w)
{
    caper_scanner *s = &w->scanner;
    caper_scanner_skip_spaces(s);
    while (caper_scanner_peek(s) == '#') {
        caper_scanner_skip_line(s);
        caper_scanner_skip_spaces(s);
    }
}

void caperi_words_next(caperi_words *w)
{
    caper_scanner *s = &w->scanner;
    skip_to_word(w);
    w->first = s->line != w->line;
    w->line = s->line;
    w->column = caper_scanner_column(s);
    size_t start = s->position;
    int c = caper_scanner_peek(s);
    if (c == '(' || c == ')' || c == ',') {
        s->position++;
    } else {
        while ((c = caper_scanner_peek(s)) > ' ' && c != '(' && c != ')' && c != ',' && c != '#')
            s->position++;
        if (s->position == start && s->position < s->size)
            s->position++; // a control byte is a word too, or nothing would be taken
    }
    w->word.data = s->text + start;
    w->word.size = s->position - start;
}

void caperi_words_start(caperi_words *w, const char *text, size_t size, const char *source,
                        caper_error *error)
{
    memset(w, 0, sizeof *w);
    w->scanner = caper_scanner_make(text, size, source, error);
    if (size >= 3 && memcmp(text, "\xEF\xBB\xBF", 3) == 0)
        w->scanner.position = 3;
    caperi_words_next(w);
}

bool caperi_words_is(const caperi_words *w, const char *text)
{
    return caper_slice_equal_nocase(w->word, text);
}

bool caperi_words_fail(const caperi_words *w, caper_status status, const char *expected)
{
    const char *source = w->scanner.source;
    if (w->word.size == 0)
        return caper_error_set(w->scanner.error, status, source, w->line, w->column,
                               "expected %s, found the end of the file", expected);
    int size = w->word.size < 40 ? (int)w->word.size : 40;
    return caper_error_set(w->scanner.error, status, source, w->line, w->column,
                           "expected %s, found '%.*s'", expected, size, w->word.data);
}

bool caperi_words_number(caperi_words *w, double *value)
{
    size_t used;
    if (!caper_parse_double(w->word.data, w->word.size, &used, value) || used != w->word.size)
        return caperi_words_fail(w, CAPER_ERROR_SYNTAX, "a number");
    if (!(*value < 1e30 && *value > -1e30))
        return caperi_words_fail(w, CAPER_ERROR_INVALID, "a number within 1e30");
    caperi_words_next(w);
    return true;
}

static bool read_three(caperi_words *w, double out[3])
{
    return caperi_words_number(w, &out[0]) && caperi_words_number(w, &out[1]) &&
           caperi_words_number(w, &out[2]);
}

// -- Rotations --------------------------------------------------------------------------------

void caperi_quat_times(const double a[4], const double b[4], double out[4])
{
    double r[4] = {(a[3] * b[0] + a[0] * b[3]) + (a[1] * b[2] - a[2] * b[1]),
                   (a[3] * b[1] + a[1] * b[3]) + (a[2] * b[0] - a[0] * b[2]),
                   (a[3] * b[2] + a[2] * b[3]) + (a[0] * b[1] - a[1] * b[0]),
                   (a[3] * b[3] - a[0] * b[0]) - (a[1] * b[1] + a[2] * b[2])};
    memcpy(out, r, sizeof r);
}

void caperi_quat_turn_after(double q[4], int axis, double angle)
{
    double turn[4] = {0, 0, 0, 1};
    caperi_sincos(0.5 * angle, &turn[axis], &turn[3]);
    caperi_quat_times(turn, q, q);
}

// The frame of an axis entry; the first letter turns first.
static bool make_frame(const double angles[3], const char *order, double unit, double out[4])
{
    double q[4] = {0, 0, 0, 1};
    for (int k = 0; k < 3; k++) {
        int axis = (order[k] | 0x20) - 'x';
        if (axis < 0 || axis > 2)
            return false;
        caperi_quat_turn_after(q, axis, angles[k] * unit);
    }
    memcpy(out, q, sizeof q);
    return true;
}

// -- Sections ---------------------------------------------------------------------------------

typedef struct reader {
    caperi_draft *draft;
    caperi_words words;
    caperi_asf *asf;
    const char *source;
    caper_error *error;
} reader;

static bool in_section(const reader *r)
{
    return r->words.word.size > 0 && !(r->words.first && r->words.word.data[0] == ':');
}

static bool read_units(reader *r)
{
    caperi_words *w = &r->words;
    while (in_section(r)) {
        if (caperi_words_is(w, "angle")) {
            caperi_words_next(w);
            bool degrees = caperi_words_is(w, "deg") || caperi_words_is(w, "degrees");
            if (!degrees && !caperi_words_is(w, "rad") && !caperi_words_is(w, "radians"))
                return caperi_words_fail(w, CAPER_ERROR_SYNTAX, "deg or rad");
            r->asf->angle = degrees ? DEGREE : 1.0;
            caperi_words_next(w);
        } else if (caperi_words_is(w, "length")) {
            caperi_words_next(w);
            CAPER_PASS(caperi_words_number(w, &r->asf->length_scale));
        } else { // mass and others: a name and a value
            caperi_words_next(w);
            if (in_section(r))
                caperi_words_next(w);
        }
    }
    return true;
}

// "rx" and its kin; -1 for anything else.
static int dof_of(const caperi_words *w)
{
    static const char *const names[] = {"tx", "ty", "tz", "rx", "ry", "rz", "l"};
    for (int k = 0; k < CAPER_COUNT_OF(names); k++)
        if (caperi_words_is(w, names[k]))
            return k;
    return -1;
}

static bool read_dofs(reader *r, caperi_asf_bone *bone)
{
    caperi_words *w = &r->words;
    bone->dof_count = 0;
    for (int dof; (dof = dof_of(w)) >= 0; caperi_words_next(w)) {
        if (bone->dof_count == CAPERI_MAX_DOFS)
            return caperi_words_fail(w, CAPER_ERROR_LIMIT, "at most 8 degrees of freedom");
        bone->dofs[bone->dof_count++] = dof;
    }
    return true;
}

static bool read_order(reader *r, char order[4])
{
    caperi_words *w = &r->words;
    if (w->word.size != 3)
        return caperi_words_fail(w, CAPER_ERROR_SYNTAX, "an order of axes such as XYZ");
    for (int k = 0; k < 3; k++) {
        char c = (char)(w->word.data[k] | 0x20);
        if (c < 'x' || c > 'z')
            return caperi_words_fail(w, CAPER_ERROR_SYNTAX, "an order of axes such as XYZ");
        order[k] = c;
    }
    caperi_words_next(w);
    return true;
}

static bool read_root(reader *r)
{
    caperi_words *w = &r->words;
    caperi_asf_bone *root = &r->asf->bones[0];
    while (in_section(r)) {
        bool order = caperi_words_is(w, "order"), axis = caperi_words_is(w, "axis");
        bool position = caperi_words_is(w, "position");
        bool orientation = caperi_words_is(w, "orientation");
        if (!order && !axis && !position && !orientation)
            return caperi_words_fail(w, CAPER_ERROR_SYNTAX, "order, axis, position or orientation");
        caperi_words_next(w);
        if (order)
            CAPER_PASS(read_dofs(r, root));
        else if (axis)
            CAPER_PASS(read_order(r, root->axis_order));
        else
            CAPER_PASS(read_three(w, position ? root->position : root->axis_angles));
    }
    return true;
}

static bool read_limit(caperi_words *w, double *value)
{
    bool low = caperi_words_is(w, "-inf");
    if (!low && !caperi_words_is(w, "inf") && !caperi_words_is(w, "+inf"))
        return caperi_words_number(w, value);
    *value = low ? -1e9 : 1e9;
    caperi_words_next(w);
    return true;
}

static bool read_limits(reader *r, caperi_asf_bone *bone)
{
    caperi_words *w = &r->words;
    while (caperi_words_is(w, "(")) {
        double range[2];
        caperi_words_next(w);
        CAPER_PASS(read_limit(w, &range[0]));
        if (caperi_words_is(w, ","))
            caperi_words_next(w);
        CAPER_PASS(read_limit(w, &range[1]));
        if (!caperi_words_is(w, ")"))
            return caperi_words_fail(w, CAPER_ERROR_SYNTAX, "')'");
        caperi_words_next(w);
        if (bone->limit_count < CAPERI_MAX_DOFS)
            memcpy(bone->limits[bone->limit_count++], range, sizeof range);
    }
    return true;
}

// The slot of a name: that of the bone, or the empty one where it would be.
static int16_t *slot_of(const caperi_asf *asf, const char *name, size_t size)
{
    unsigned slot = (unsigned)caper_hash64(name, size, 0) & (CAPERI_ASF_SLOTS - 1u);
    for (; asf->slots[slot] >= 0; slot = (slot + 1) & (CAPERI_ASF_SLOTS - 1u)) {
        const caperi_asf_bone *other = &asf->bones[asf->slots[slot]];
        if (other->key_size == size && memcmp(other->key, name, size) == 0)
            break;
    }
    return &asf->slots[slot];
}

int caperi_asf_find(const caperi_asf *asf, caper_slice name)
{
    return *slot_of(asf, name.data, name.size);
}

static bool read_name(reader *r, caperi_asf_bone *bone)
{
    caperi_words *w = &r->words;
    bone->line = w->line;
    bone->column = w->column;
    if (caperi_asf_find(r->asf, w->word) >= 0)
        return caperi_words_fail(w, CAPER_ERROR_INVALID, "a name that no other bone has");
    bone->name = caperi_draft_string(r->draft, w->word.data, w->word.size, r->error);
    char *key = caperi_draft_alloc(r->draft, &r->draft->scratch, w->word.size + 1, 1, 1, r->error);
    if (!bone->name || !key)
        return false;
    memcpy(key, w->word.data, w->word.size);
    bone->key = key;
    bone->key_size = w->word.size;
    caperi_words_next(w);
    return true;
}

// From behind "begin" to behind "end".
static bool read_bone(reader *r)
{
    caperi_words *w = &r->words;
    CAPER_TRY(r->asf->bone_count < CAPER_MAX_BODIES, r->error, CAPER_ERROR_LIMIT, r->source,
              w->line, w->column, "more than %d bones", CAPER_MAX_BODIES);
    caperi_asf_bone *bone = &r->asf->bones[r->asf->bone_count];
    memset(bone, 0, sizeof *bone);
    bone->parent = -1;
    memcpy(bone->axis_order, "xyz", 4);
    while (!caperi_words_is(w, "end")) {
        if (!in_section(r))
            return caperi_words_fail(w, CAPER_ERROR_SYNTAX, "end");
        bool name = caperi_words_is(w, "name"), direction = caperi_words_is(w, "direction");
        bool length = caperi_words_is(w, "length"), axis = caperi_words_is(w, "axis");
        bool dof = caperi_words_is(w, "dof"), limits = caperi_words_is(w, "limits");
        caperi_words_next(w);
        if (name)
            CAPER_PASS(read_name(r, bone));
        else if (direction)
            CAPER_PASS(read_three(w, bone->direction));
        else if (length)
            CAPER_PASS(caperi_words_number(w, &bone->length));
        else if (axis)
            CAPER_PASS(read_three(w, bone->axis_angles) && read_order(r, bone->axis_order));
        else if (dof)
            CAPER_PASS(read_dofs(r, bone));
        else if (limits)
            CAPER_PASS(read_limits(r, bone));
        else // id, bodymass, cofmass: a name and values
            while (in_section(r) && !w->first)
                caperi_words_next(w);
    }
    if (!bone->name)
        return caperi_words_fail(w, CAPER_ERROR_INVALID, "a name before the end of the bone");
    caperi_words_next(w);
    int16_t *slot = slot_of(r->asf, bone->key, bone->key_size);
    *slot = (int16_t)r->asf->bone_count++;
    return true;
}

static bool read_bones(reader *r)
{
    while (in_section(r)) {
        if (!caperi_words_is(&r->words, "begin"))
            return caperi_words_fail(&r->words, CAPER_ERROR_SYNTAX, "begin");
        caperi_words_next(&r->words);
        CAPER_PASS(read_bone(r));
    }
    return true;
}

// One line: a parent and its children.
static bool read_children(reader *r)
{
    caperi_words *w = &r->words;
    int parent = caperi_asf_find(r->asf, w->word);
    if (parent < 0)
        return caperi_words_fail(w, CAPER_ERROR_INVALID, "the name of a bone or end");
    for (caperi_words_next(w); in_section(r) && !w->first; caperi_words_next(w)) {
        int child = caperi_asf_find(r->asf, w->word);
        if (child < 0)
            return caperi_words_fail(w, CAPER_ERROR_INVALID, "the name of a bone");
        if (child == 0 || r->asf->bones[child].placed)
            return caperi_words_fail(w, CAPER_ERROR_INVALID, "a bone that has no parent yet");
        r->asf->bones[child].parent = parent;
        r->asf->bones[child].placed = true;
    }
    return true;
}

static bool read_hierarchy(reader *r)
{
    caperi_words *w = &r->words;
    while (in_section(r)) {
        if (caperi_words_is(w, "begin") || caperi_words_is(w, "end"))
            caperi_words_next(w);
        else
            CAPER_PASS(read_children(r));
    }
    return true;
}

static bool read_sections(reader *r)
{
    caperi_words *w = &r->words;
    bool bones = false, hierarchy = false;
    while (w->word.size > 0) {
        if (!w->first || w->word.data[0] != ':')
            return caperi_words_fail(w, CAPER_ERROR_SYNTAX, "a section such as :bonedata");
        bool units = caperi_words_is(w, ":units"), root = caperi_words_is(w, ":root");
        bool data = caperi_words_is(w, ":bonedata"), tree = caperi_words_is(w, ":hierarchy");
        caperi_words_next(w);
        if (units)
            CAPER_PASS(read_units(r));
        else if (root)
            CAPER_PASS(read_root(r));
        else if (data)
            CAPER_PASS(read_bones(r));
        else if (tree)
            CAPER_PASS(read_hierarchy(r));
        else // version, name, documentation, skin: words for people
            while (in_section(r))
                caperi_words_next(w);
        bones = bones || data;
        hierarchy = hierarchy || tree;
    }
    CAPER_TRY(bones && hierarchy, r->error, CAPER_ERROR_SYNTAX, r->source, w->line, w->column,
              "the file ends without %s", bones ? ":hierarchy" : ":bonedata");
    return true;
}

// -- Bodies -----------------------------------------------------------------------------------

static bool finish_bones(reader *r)
{
    for (int i = 0; i < r->asf->bone_count; i++) {
        caperi_asf_bone *bone = &r->asf->bones[i];
        if (!make_frame(bone->axis_angles, bone->axis_order, r->asf->angle, bone->axis))
            return caper_error_set(r->error, CAPER_ERROR_INVALID, r->source, bone->line,
                                   bone->column, "bone '%.40s' has no order of axes", bone->name);
        double squared = bone->direction[0] * bone->direction[0] +
                         bone->direction[1] * bone->direction[1] +
                         bone->direction[2] * bone->direction[2];
        double scale = squared > 0 ? bone->length / sqrt(squared) : 0;
        for (int k = 0; k < 3; k++)
            bone->vector[k] = bone->direction[k] * scale;
    }
    return true;
}

static caper_vec3 to_vec3(const double v[3])
{
    return caper_vec3_make((float)v[0], (float)v[1], (float)v[2]);
}

// A bone with one degree of freedom is a hinge, one with none is welded on; limits of more turn
// about axes one after another, which is no cone: left free.
static void fill_joint(const caperi_asf *asf, const caperi_asf_bone *bone, caperi_draft_body *body)
{
    int turn = -1, count = 0;
    for (int k = 0; k < bone->dof_count; k++) {
        bool rotation = bone->dofs[k] >= CAPERI_DOF_RX && bone->dofs[k] <= CAPERI_DOF_RZ;
        turn = rotation ? k : turn;
        count += rotation;
    }
    if (bone->dof_count == 0) {
        body->has_joint = true;
        body->joint.kind = CAPER_JOINT_FIXED;
    } else if (count == 1 && bone->dof_count == 1) {
        double axis[4] = {0, 0, 0, 0}, back[4], q[4];
        axis[bone->dofs[turn] - CAPERI_DOF_RX] = 1;
        for (int k = 0; k < 4; k++)
            back[k] = k < 3 ? -bone->axis[k] : bone->axis[3];
        caperi_quat_times(bone->axis, axis, q);
        caperi_quat_times(q, back, q);
        double low = -3.14159265, high = 3.14159265;
        if (bone->limit_count > turn) {
            low = bone->limits[turn][0] * asf->angle;
            high = bone->limits[turn][1] * asf->angle;
        }
        body->has_joint = true;
        body->joint.kind = CAPER_JOINT_HINGE;
        body->joint.axis = caper_vec3_normalize_or(to_vec3(q), caper_vec3_make(1, 0, 0));
        body->joint.min = caper_clamp((float)low, -CAPER_PI, 0.0f);
        body->joint.max = caper_clamp((float)high, 0.0f, CAPER_PI);
    }
}

static bool fill_end(caperi_draft *draft, int parent, const caperi_asf_bone *bone,
                     caperi_draft_body *body, caper_error *error)
{
    size_t size = strlen(bone->name) + sizeof "_end";
    char *name = caperi_draft_alloc(draft, &draft->arena, size, 1, 1, error);
    if (!name)
        return false;
    snprintf(name, size, "%s_end", bone->name);
    body->name = name;
    body->parent = parent;
    body->caps = CAPER_CAP_HELPER;
    body->rest_local.position = to_vec3(bone->vector);
    return true;
}

static bool has_children(const caperi_asf *asf, int bone)
{
    for (int i = 1; i < asf->bone_count; i++)
        if (asf->bones[i].parent == bone)
            return true;
    return false;
}

// Depth first from the root; a leaf is followed by its end.
static bool fill_bodies(reader *r)
{
    caperi_asf *asf = r->asf;
    caperi_draft *draft = r->draft;
    int total = 0, stack[CAPER_MAX_BODIES], depth = 0, count = 0;
    for (int i = 0; i < asf->bone_count; i++) {
        caperi_asf_bone *bone = &asf->bones[i];
        bone->body = -1;
        if (i > 0 && !bone->placed)
            caperi_draft_warn(draft, 0, 0, "bone '%.40s' is in no hierarchy: left out", bone->name);
        else
            total += 1 + !has_children(asf, i);
    }
    CAPER_PASS(caperi_draft_bodies(draft, total, r->error));
    stack[depth++] = 0;
    while (depth > 0) {
        int index = stack[--depth];
        caperi_asf_bone *bone = &asf->bones[index];
        caperi_draft_body *body = &draft->bodies[count];
        bone->body = count++;
        body->name = bone->name;
        body->line = bone->line;
        body->column = bone->column;
        body->parent = index > 0 ? asf->bones[bone->parent].body : -1;
        body->rest_local.position =
            to_vec3(index > 0 ? asf->bones[bone->parent].vector : bone->position);
        if (index > 0)
            fill_joint(asf, bone, body);
        else // the root starts from its orientation; bones have the axes of the figure
            body->rest_local.rotation = caper_quat_make((float)bone->axis[0], (float)bone->axis[1],
                                                        (float)bone->axis[2], (float)bone->axis[3]);
        if (!has_children(asf, index)) {
            CAPER_PASS(fill_end(draft, bone->body, bone, &draft->bodies[count], r->error));
            count++;
        }
        for (int i = asf->bone_count - 1; i > 0; i--)
            if (asf->bones[i].placed && asf->bones[i].parent == index)
                stack[depth++] = i;
    }
    // what hangs on itself was never reached
    CAPER_TRY(count == total, r->error, CAPER_ERROR_INVALID, r->source, 0, 0,
              "%d bones of the hierarchy do not hang on the root", total - count);
    return true;
}

bool caperi_asf_read(caperi_draft *draft, const char *text, size_t size, const char *source,
                     caperi_asf *asf, caper_error *error)
{
    reader r = {.draft = draft, .asf = asf, .source = source, .error = error};
    memset(asf, 0, sizeof *asf);
    asf->angle = DEGREE;
    asf->bones = caperi_draft_alloc(draft, &draft->scratch, CAPER_MAX_BODIES, sizeof *asf->bones,
                                    _Alignof(caperi_asf_bone), error);
    asf->slots = caperi_draft_alloc(draft, &draft->scratch, CAPERI_ASF_SLOTS, sizeof *asf->slots,
                                    _Alignof(int16_t), error);
    if (!asf->bones || !asf->slots)
        return false;
    memset(asf->slots, -1, CAPERI_ASF_SLOTS * sizeof *asf->slots);
    caperi_asf_bone *root = &asf->bones[asf->bone_count++];
    root->name = "root";
    root->parent = -1;
    root->key = root->name;
    root->key_size = strlen(root->name);
    *slot_of(asf, root->key, root->key_size) = 0;
    memcpy(root->axis_order, "xyz", 4);
    static const int usual[] = {CAPERI_DOF_TX, CAPERI_DOF_TY, CAPERI_DOF_TZ,
                                CAPERI_DOF_RX, CAPERI_DOF_RY, CAPERI_DOF_RZ};
    memcpy(root->dofs, usual, sizeof usual);
    root->dof_count = CAPER_COUNT_OF(usual);
    caperi_words_start(&r.words, text, size, source, error);
    CAPER_PASS(read_sections(&r) && finish_bones(&r) && fill_bodies(&r));
    if (asf->length_scale > 0 && asf->length_scale < 1e6) {
        draft->unit_told = (float)(INCH / asf->length_scale);
        draft->unit_name = caperi_unit_name(draft->unit_told);
    }
    return true;
}
