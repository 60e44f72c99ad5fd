// SPDX-License-Identifier: MIT
//
// BVH, first half: the hierarchy. The format has no specification, only habits: keywords come in
// any case, names contain spaces, braces stand anywhere, end sites carry names or are missing, and
// several roots follow one another. The order of a joint's channels is the order of its rotations.
// Invariant: joints are numbered in the order of the file, parents first, end sites included.
#include "formats/bvh.h"

#include "base/try.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>

typedef struct reader {
    caperi_draft *draft;
    caper_scanner scanner;
    caperi_bvh bvh;
    int capacity;     // joints that there is room for
    caper_slice word; // the last one taken
    int word_line, word_column;
} reader;

#define FAIL(reader, status, ...)                                                                  \
    return caper_error_set((reader)->scanner.error, (status), (reader)->draft->source,             \
                           (reader)->word_line, (reader)->word_column, __VA_ARGS__)

// How much of a word goes into a message.
static int shown(caper_slice word)
{
    return word.size < 40 ? (int)word.size : 40;
}

static bool is_brace(int c)
{
    return c == '{' || c == '}';
}

// The next word; braces are words of their own, wherever they stand. An empty word at the end.
static void take_word(reader *r)
{
    caper_scanner *s = &r->scanner;
    caper_scanner_skip_spaces(s);
    r->word_line = s->line;
    r->word_column = caper_scanner_column(s);
    size_t start = s->position;
    if (is_brace(caper_scanner_peek(s))) {
        s->position++;
    } else {
        for (int c; (c = caper_scanner_peek(s)) > ' ' && !is_brace(c);)
            s->position++;
        if (s->position == start && s->position < s->size)
            s->position++; // a control byte is a word too, or nothing would be taken
    }
    r->word.data = s->text + start;
    r->word.size = s->position - start;
}

static bool word_is(const reader *r, const char *text)
{
    return caper_slice_equal_nocase(r->word, text);
}

static bool expect(reader *r, const char *text)
{
    take_word(r);
    if (word_is(r, text))
        return true;
    if (r->word.size == 0)
        FAIL(r, CAPER_ERROR_SYNTAX, "expected '%s', found the end of the file", text);
    FAIL(r, CAPER_ERROR_SYNTAX, "expected '%s', found '%.*s'", text, shown(r->word), r->word.data);
}

// What stands on the rest of the line, up to a brace: a name, spaces included.
static caper_slice take_name(reader *r)
{
    caper_scanner *s = &r->scanner;
    caper_scanner_skip_blanks(s);
    r->word_line = s->line;
    r->word_column = caper_scanner_column(s);
    size_t start = s->position, end = start;
    for (; s->position < s->size; s->position++) {
        char c = s->text[s->position];
        if (c == '\n' || c == '\r' || is_brace(c))
            break;
        if (c != ' ' && c != '\t')
            end = s->position + 1;
    }
    caper_slice name = {s->text + start, end - start};
    return name;
}

static bool take_number(reader *r, double *value)
{
    take_word(r);
    size_t used = 0;
    if (!caper_parse_double(r->word.data, r->word.size, &used, value) || used != r->word.size)
        FAIL(r, CAPER_ERROR_SYNTAX, "expected a number, found '%.*s'", shown(r->word),
             r->word.data);
    if (!(*value < 1e30 && *value > -1e30))
        FAIL(r, CAPER_ERROR_INVALID, "the number '%.*s' is out of range", shown(r->word),
             r->word.data);
    return true;
}

// -- Joints -----------------------------------------------------------------------------------

static int depth_of(const reader *r, int joint)
{
    int depth = 0;
    for (; joint >= 0; joint = r->bvh.joints[joint].parent)
        depth++;
    return depth;
}

// Room for one more joint.
static bool grow(reader *r)
{
    if (r->bvh.joint_count < r->capacity)
        return true;
    int capacity = r->capacity > 0 ? 2 * r->capacity : 64;
    caperi_bvh_joint *joints =
        caperi_draft_alloc(r->draft, &r->draft->scratch, (size_t)capacity, sizeof *joints,
                           _Alignof(caperi_bvh_joint), r->scanner.error);
    if (!joints)
        return false;
    if (r->bvh.joint_count > 0)
        memcpy(joints, r->bvh.joints, (size_t)r->bvh.joint_count * sizeof *joints);
    r->bvh.joints = joints;
    r->capacity = capacity;
    return true;
}

// Take the name and the opening brace of a new joint. `joint` becomes its index.
static bool open_joint(reader *r, int parent, bool is_end, int *joint)
{
    int line = r->word_line, column = r->word_column;
    if (r->bvh.joint_count == CAPER_MAX_BODIES)
        FAIL(r, CAPER_ERROR_LIMIT, "more than %d joints and end sites", CAPER_MAX_BODIES);
    CAPER_PASS(grow(r));
    caper_slice name = take_name(r);
    caperi_bvh_joint *j = &r->bvh.joints[r->bvh.joint_count];
    j->parent = parent;
    j->is_end = is_end;
    j->line = line;
    j->column = column;
    if (!is_end) {
        if (name.size == 0)
            caperi_draft_warn(r->draft, line, column, "a joint has no name");
        j->name = caperi_draft_string(r->draft, name.data, name.size, r->scanner.error);
        if (!j->name)
            return false;
    }
    CAPER_PASS(expect(r, "{"));
    *joint = r->bvh.joint_count++;
    if (depth_of(r, *joint) > r->draft->options.max_depth)
        FAIL(r, CAPER_ERROR_LIMIT, "joints are nested deeper than %d", r->draft->options.max_depth);
    return true;
}

static bool read_offset(reader *r, caperi_bvh_joint *joint)
{
    if (joint->has_offset)
        caperi_draft_warn(r->draft, r->word_line, r->word_column,
                          "a second OFFSET: the last one counts");
    joint->has_offset = true;
    for (int k = 0; k < 3; k++)
        CAPER_PASS(take_number(r, &joint->offset[k]));
    return true;
}

// "Xposition" and its kin; -1 for anything else.
static int channel_of(caper_slice word)
{
    static const char *const names[] = {"position", "rotation", "scale"};
    if (word.size < 2)
        return -1;
    int axis = (word.data[0] | 0x20) - 'x';
    caper_slice rest = {word.data + 1, word.size - 1};
    for (int kind = 0; axis >= 0 && axis < 3 && kind < 3; kind++)
        if (caper_slice_equal_nocase(rest, names[kind]))
            return kind == 2 ? (int)CAPERI_BVH_SCALE : 3 * kind + axis;
    return -1;
}

// The unit that the mark of our own writer tells, which goes to the end of the line; 0: no mark.
static float marked_unit(const caper_scanner *s)
{
    static const char mark[] = CAPERI_BVH_MARK;
    size_t size = sizeof mark - 1, left = s->size - s->position;
    const char *at = s->text + s->position;
    if (left <= size || memcmp(at, mark, size) != 0)
        return 0;
    uint32_t bits = 0;
    size_t blanks = 0;
    for (at += size, left -= size; blanks < left && (at[blanks] == ' ' || at[blanks] == '\t');
         blanks++)
        bits = bits << 1 | (at[blanks] == '\t');
    if (blanks == left || (at[blanks] != '\n' && at[blanks] != '\r'))
        return 0;
    float unit = CAPERI_BVH_MARK_UNIT;
    if (blanks > 0)
        memcpy(&unit, &bits, sizeof unit);
    bool good = blanks == 0 || blanks == CAPERI_BVH_MARK_BITS;
    return good && unit >= 1e-9f && unit <= 1e9f ? unit : 0;
}

static bool read_channels(reader *r, caperi_bvh_joint *joint)
{
    double count;
    if (joint->has_channels)
        FAIL(r, CAPER_ERROR_SYNTAX, "expected one CHANNELS a joint, found a second");
    joint->has_channels = true;
    CAPER_PASS(take_number(r, &count));
    if (!(count >= 0 && count <= CAPERI_BVH_MAX_CHANNELS) || count != (double)(int)count)
        FAIL(r, CAPER_ERROR_INVALID, "expected 0 to %d channels, found '%.*s'",
             CAPERI_BVH_MAX_CHANNELS, shown(r->word), r->word.data);
    joint->channel = r->bvh.channel_count;
    joint->channel_count = (int)count;
    r->bvh.channel_count += joint->channel_count;
    for (int k = 0; k < joint->channel_count; k++) {
        take_word(r);
        int channel = channel_of(r->word);
        if (channel < 0)
            FAIL(r, CAPER_ERROR_SYNTAX,
                 "expected %d channels such as 'Xrotation', found '%.*s' as number %d",
                 joint->channel_count, shown(r->word), r->word.data, k + 1);
        if (channel == CAPERI_BVH_SCALE)
            caperi_draft_warn(r->draft, r->word_line, r->word_column, "scale channel is ignored");
        for (int i = 0; i < k && channel < CAPERI_BVH_X_ROTATION; i++)
            if (joint->channels[i] == channel)
                FAIL(r, CAPER_ERROR_INVALID, "the channel '%.*s' stands twice in one joint",
                     shown(r->word), r->word.data);
        joint->channels[k] = (unsigned char)channel;
    }
    float unit = joint == r->bvh.joints ? marked_unit(&r->scanner) : 0;
    if (unit > 0) {
        r->draft->told = r->draft->rest_on_floor = true;
        r->draft->unit_told = unit;
        r->draft->unit_name = caperi_unit_name(unit);
    }
    return true;
}

static bool close_joint(reader *r, int *joint)
{
    const caperi_bvh_joint *j = &r->bvh.joints[*joint];
    if (!j->has_offset)
        caperi_draft_warn(r->draft, j->line, j->column, "a joint has no OFFSET: 0 0 0 is taken");
    if (!j->has_channels && !j->is_end)
        caperi_draft_warn(r->draft, j->line, j->column,
                          "a joint has no CHANNELS: it stays at rest");
    *joint = j->parent;
    return true;
}

// From the opening brace of a ROOT, whose index is `joint`, to its closing one.
static bool read_tree(reader *r, int joint)
{
    while (joint >= 0) {
        take_word(r);
        caperi_bvh_joint *j = &r->bvh.joints[joint];
        if (word_is(r, "OFFSET"))
            CAPER_PASS(read_offset(r, j));
        else if (word_is(r, "CHANNELS"))
            CAPER_PASS(read_channels(r, j));
        else if (word_is(r, "}"))
            CAPER_PASS(close_joint(r, &joint));
        else if (word_is(r, "JOINT") && !j->is_end)
            CAPER_PASS(open_joint(r, joint, false, &joint));
        else if ((word_is(r, "End") || word_is(r, "EndSite")) && !j->is_end)
            CAPER_PASS(open_joint(r, joint, true, &joint));
        else if (r->word.size == 0)
            FAIL(r, CAPER_ERROR_SYNTAX, "the file ends within joint '%.40s'",
                 j->name ? j->name : "End Site");
        else
            FAIL(r, CAPER_ERROR_SYNTAX,
                 "expected OFFSET, CHANNELS, JOINT, End Site or '}', found '%.*s'", shown(r->word),
                 r->word.data);
    }
    return true;
}

static bool read_hierarchy(reader *r, bool *has_motion)
{
    CAPER_PASS(expect(r, "HIERARCHY"));
    *has_motion = false;
    for (;;) {
        take_word(r);
        int joint;
        if (word_is(r, "ROOT")) {
            CAPER_PASS(open_joint(r, -1, false, &joint));
            CAPER_PASS(read_tree(r, joint));
        } else if (word_is(r, "MOTION") && r->bvh.joint_count > 0) {
            *has_motion = true;
            return true;
        } else if (r->word.size == 0 && r->bvh.joint_count > 0) {
            caperi_draft_warn(r->draft, r->word_line, r->word_column, "the file has no MOTION");
            return true;
        } else {
            FAIL(r, CAPER_ERROR_SYNTAX, "expected %s, found '%.*s'",
                 r->bvh.joint_count > 0 ? "ROOT or MOTION" : "ROOT", shown(r->word), r->word.data);
        }
    }
}

// -- Bodies -----------------------------------------------------------------------------------

// The channels as caper_import tells them: "XYZzxy".
static const char *channel_letters(caperi_draft *draft, const caperi_bvh_joint *joint,
                                   caper_error *error)
{
    char letters[CAPERI_BVH_MAX_CHANNELS];
    size_t count = 0;
    for (int k = 0; k < joint->channel_count; k++)
        if (joint->channels[k] != CAPERI_BVH_SCALE)
            letters[count++] = "XYZxyz"[joint->channels[k]];
    return caperi_draft_string(draft, letters, count, error);
}

static bool fill_body(reader *r, int i)
{
    const caperi_bvh_joint *joint = &r->bvh.joints[i];
    caperi_draft_body *body = &r->draft->bodies[i];
    body->parent = joint->parent;
    body->line = joint->line;
    body->column = joint->column;
    body->rest_local.position =
        caper_vec3_make((float)joint->offset[0], (float)joint->offset[1], (float)joint->offset[2]);
    body->bvh.offset = body->rest_local.position;
    if (!joint->is_end) {
        body->name = joint->name;
        body->bvh.channels = channel_letters(r->draft, joint, r->scanner.error);
        return body->bvh.channels != NULL;
    }
    // the end keeps the length of what it ends, so it is a body, though no physical one
    const char *parent = r->draft->bodies[joint->parent].name;
    size_t size = strlen(parent) + sizeof "_end";
    char *name = caperi_draft_alloc(r->draft, &r->draft->arena, size, 1, 1, r->scanner.error);
    if (!name)
        return false;
    snprintf(name, size, "%s_end", parent);
    body->name = name;
    body->caps = CAPER_CAP_HELPER;
    return true;
}

bool caperi_read_bvh(caperi_draft *draft, caper_error *error)
{
    reader r = {.draft = draft};
    r.scanner = caper_scanner_make((const char *)draft->bytes, draft->size, draft->source, error);
    if (draft->size >= 3 && memcmp(draft->bytes, "\xEF\xBB\xBF", 3) == 0)
        r.scanner.position = 3;
    bool has_motion;
    CAPER_PASS(read_hierarchy(&r, &has_motion));
    CAPER_PASS(caperi_draft_bodies(draft, r.bvh.joint_count, error));
    for (int i = 0; i < r.bvh.joint_count; i++)
        CAPER_PASS(fill_body(&r, i));
    if (has_motion)
        CAPER_PASS(caperi_bvh_read_motion(draft, &r.bvh, &r.scanner, error));
    return caperi_draft_sense(draft, error);
}
