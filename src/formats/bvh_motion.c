// SPDX-License-Identifier: MIT
//
// BVH, second half: the motion. One pass over the text: each frame's numbers are read into a row,
// the row becomes rotations and positions, and these go straight into the columns that the clip is
// built from, so that the text and one copy of the decoded motion are all that is ever held.
//
// Angles are worked on in double, two at once. Joints that never move (most end joints of
// most files) are noticed as such and cost one comparison a frame. Invariant: what is read is what
// the lines say. Frames are counted by their numbers, line ends are free; but when lines and
// channels disagree, the count of frames must be the declared one to the last number, or the file
// is refused at the first such line.
#include "formats/bvh.h"

#include "base/try.h"
#include "math/simd.h"

#include <limits.h>
#include <string.h>

#define DEFAULT_RATE 30.0
#define MAX_NUMBER 1e30

// How the row of a joint becomes a rotation and a position.
typedef struct joint_plan {
    const caperi_bvh_joint *joint;
    float *rotations; // 4 a frame; NULL without rotation channels
    float *positions; // 3 a frame; NULL without position channels
    int moved_at;     // the first frame that differs from the frames before; 0: none so far
    bool plain;       // three rotations about three axes, one after the other
    int first;        // plain: column of the first rotation
    int axis[3];      // plain: axes of the rotations
    double parity;    // plain: +1 for XYZ, YZX, ZXY; -1 for the others
} joint_plan;

// Where the point stands, counted from the end: files keep to one number of decimals.
typedef struct point_place {
    uint64_t decimals;
    unsigned bit;          // of the point in the last eight bytes
    uint64_t above, below; // the bytes behind it and before it
    uint64_t whole;        // ten to the number of decimals
    double steps[2];       // what the last digit is worth, and its negative
} point_place;

typedef struct motion {
    caperi_draft *draft;
    const caperi_bvh *bvh;
    caper_scanner *scanner;
    caper_error *error;
    const char *at, *end; // of the numbers
    const char *block;    // 64 bytes of them
    uint64_t spaces;      // what parts numbers in the block
    point_place place;
    joint_plan *plans;
    int plan_count;
    double *row;   // one frame's numbers, and room for one more
    double *first; // those of the first frame
    double *turns; // sine and cosine of half of each, in degrees
    bool *moves;   // by pair of columns: does one of them belong to a joint that moves?
    int capacity;  // frames that the columns have room for
    int declared, frame_count;
    double frame_time;
    const char *ragged; // the first place where lines and channels disagree, or NULL
} motion;

static inline bool is_visible(char c)
{
    return (unsigned char)c > ' ';
}

// -- Places -----------------------------------------------------------------------------------

// Line and column of a place: counted only when somebody wants to know.
static void find_place(const motion *m, const char *place, int *line, int *column)
{
    caper_scanner scanner = *m->scanner;
    while (scanner.text + scanner.position < place && caper_scanner_next(&scanner) >= 0) {
    }
    *line = scanner.line;
    *column = caper_scanner_column(&scanner);
}

CAPER_PRINTF(4, 5)
static bool fail_at(const motion *m, const char *place, caper_status status, const char *format,
                    ...)
{
    int line, column;
    find_place(m, place, &line, &column);
    va_list args;
    va_start(args, format);
    caper_error_set_va(m->error, status, m->draft->source, line, column, format, args);
    va_end(args);
    return false;
}

static int word_size(const motion *m, const char *place)
{
    int size = 0;
    while (place + size < m->end && size < 40 && is_visible(place[size]))
        size++;
    return size;
}

// -- The head ---------------------------------------------------------------------------------

// "Frames:", "Frame Time :" and the like: the words (joined), then an optional colon.
static bool take_label(motion *m, const char *first, const char *second)
{
    caper_scanner *s = m->scanner;
    caper_scanner_skip_spaces(s);
    const char *words[2] = {first, second};
    for (int i = 0; i < 2 && words[i]; i++) {
        caper_scanner_skip_blanks(s);
        size_t length = strlen(words[i]);
        caper_slice word = {s->text + s->position, length};
        if (s->size - s->position < length || !caper_slice_equal_nocase(word, words[i])) {
            const char *place = s->text + s->position;
            m->end = s->text + s->size;
            return caper_scanner_fail(s, CAPER_ERROR_SYNTAX, "expected '%s%s%s:', found '%.*s'",
                                      first, second ? " " : "", second ? second : "",
                                      word_size(m, place), place);
        }
        s->position += length;
    }
    caper_scanner_skip_blanks(s);
    if (caper_scanner_peek(s) == ':')
        s->position++;
    return true;
}

static bool read_head(motion *m)
{
    caper_scanner *s = m->scanner;
    CAPER_PASS(take_label(m, "Frames", NULL));
    CAPER_PASS(caper_scanner_int(s, &m->declared));
    if (m->declared < 0)
        return caper_scanner_fail(s, CAPER_ERROR_INVALID, "expected a number of frames, found %d",
                                  m->declared);
    CAPER_PASS(take_label(m, "Frame", "Time"));
    CAPER_PASS(caper_scanner_double(s, &m->frame_time));
    if (!(m->frame_time > 1e-6 && m->frame_time < 1e6)) {
        caperi_draft_warn(m->draft, s->line, 0, "the frame time is not a time: 1/%.0f s is assumed",
                          DEFAULT_RATE);
        m->frame_time = 1.0 / DEFAULT_RATE;
    }
    m->at = s->text + s->position;
    m->end = s->text + s->size;
    return true;
}

// -- Columns ----------------------------------------------------------------------------------

static bool is_position(int channel)
{
    return channel <= CAPERI_BVH_Z_POSITION;
}

static bool is_rotation(int channel)
{
    return channel >= CAPERI_BVH_X_ROTATION && channel <= CAPERI_BVH_Z_ROTATION;
}

static void plan_joint(joint_plan *plan, const caperi_bvh_joint *joint)
{
    memset(plan, 0, sizeof *plan);
    plan->joint = joint;
    int rotation_count = 0;
    bool together = true;
    for (int k = 0; k < joint->channel_count; k++) {
        if (!is_rotation(joint->channels[k]))
            continue;
        if (rotation_count == 0)
            plan->first = joint->channel + k;
        together = together && joint->channel + k == plan->first + rotation_count;
        if (rotation_count < 3)
            plan->axis[rotation_count] = joint->channels[k] - CAPERI_BVH_X_ROTATION;
        rotation_count++;
    }
    const int *a = plan->axis;
    plan->plain = rotation_count == 3 && together && a[0] != a[1] && a[1] != a[2] && a[0] != a[2];
    plan->parity = (a[1] - a[0] + 3) % 3 == 1 ? 1.0 : -1.0;
}

static bool has_kind(const caperi_bvh_joint *joint, bool (*kind)(int channel))
{
    for (int k = 0; k < joint->channel_count; k++)
        if (kind(joint->channels[k]))
            return true;
    return false;
}

// Memory for `capacity` frames; frames read so far are carried over.
static bool make_columns(motion *m, int capacity)
{
    size_t floats = 0;
    for (int i = 0; i < m->plan_count; i++) {
        floats += has_kind(m->plans[i].joint, is_rotation) ? 4 : 0;
        floats += has_kind(m->plans[i].joint, is_position) ? 3 : 0;
    }
    // not cleared: pages that no frame reaches are then never touched
    float *at = caper_arena_alloc(&m->draft->keys, floats * (size_t)capacity * sizeof(float),
                                  _Alignof(float));
    CAPER_TRY(at, m->error, CAPER_ERROR_MEMORY, m->draft->source, 0, 0,
              "no memory for %d frames of %d channels", capacity, m->bvh->channel_count);
    for (int i = 0; i < m->plan_count; i++) {
        joint_plan *plan = &m->plans[i];
        int written = plan->moved_at > 0 ? m->frame_count : m->frame_count > 0 ? 1 : 0;
        size_t done = (size_t)written * sizeof(float);
        if (has_kind(plan->joint, is_rotation)) {
            if (done > 0)
                memcpy(at, plan->rotations, 4 * done);
            plan->rotations = at;
            at += 4 * (size_t)capacity;
        }
        if (has_kind(plan->joint, is_position)) {
            if (done > 0)
                memcpy(at, plan->positions, 3 * done);
            plan->positions = at;
            at += 3 * (size_t)capacity;
        }
    }
    m->capacity = capacity;
    return true;
}

static bool check_frames(const motion *m, double frames)
{
    CAPER_TRY(frames <= m->draft->options.max_frames, m->error, CAPER_ERROR_LIMIT, m->draft->source,
              0, 0, "%.0f frames, more than %d", frames, m->draft->options.max_frames);
    CAPER_TRY(frames * m->bvh->joint_count <= CAPER_CLIP_MAX_TRANSFORMS, m->error,
              CAPER_ERROR_LIMIT, m->draft->source, 0, 0,
              "%.0f frames of %d bodies, more than a clip of %d transforms holds", frames,
              m->bvh->joint_count, CAPER_CLIP_MAX_TRANSFORMS);
    return true;
}

static bool make_plans(motion *m)
{
    caperi_draft *draft = m->draft;
    m->plans = caperi_draft_alloc(draft, &draft->scratch, (size_t)m->bvh->joint_count,
                                  sizeof *m->plans, _Alignof(joint_plan), m->error);
    size_t width = ((size_t)m->bvh->channel_count + 1) / 2 * 2; // angles are taken in pairs
    m->row = caperi_draft_alloc(draft, &draft->scratch, 4 * width, sizeof *m->row, 16, m->error);
    m->moves = caperi_draft_alloc(draft, &draft->scratch, width / 2, 1, 1, m->error);
    if (!m->plans || !m->row || !m->moves)
        return false;
    memset(m->moves, true, width / 2); // for the first frame
    m->first = m->row + width;
    m->turns = m->first + width;
    for (int i = 0; i < m->bvh->joint_count; i++)
        if (m->bvh->joints[i].channel_count > 0)
            plan_joint(&m->plans[m->plan_count++], &m->bvh->joints[i]);

    CAPER_PASS(check_frames(m, m->declared));
    // a number and what parts it from the next take two bytes, whatever the head promises
    size_t possible = (size_t)(m->end - m->at) / (2 * (size_t)m->bvh->channel_count) + 1;
    return make_columns(m, (size_t)m->declared < possible ? m->declared : (int)possible);
}

// -- Numbers ----------------------------------------------------------------------------------

static const double powers[20] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,
                                  1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19};

static inline bool is_digit(char c)
{
    return (unsigned char)(c - '0') < 10;
}

// The general way, for exponents, many digits and everything that is no number.
static const char *read_any_number(const char *at, const char *end, double *value)
{
    size_t used;
    if (!caper_parse_double(at, (size_t)(end - at), &used, value))
        return NULL;
    at += used;
    bool ends = at == end || *at == ' ' || *at == '\t' || *at == '\n' || *at == '\r';
    return ends && *value<MAX_NUMBER && * value> - MAX_NUMBER ? at : NULL;
}

// Eight bytes as they stand in memory, the first one lowest.
static inline uint64_t load_eight(const char *at)
{
    uint64_t bytes;
    memcpy(&bytes, at, sizeof bytes);
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    bytes = __builtin_bswap64(bytes);
#endif
    return bytes;
}

// The number that eight digits make: neighbours are joined to pairs, fours and eight.
static inline uint64_t join_digits(uint64_t digits)
{
    digits = (digits & UINT64_C(0x0F0F0F0F0F0F0F0F)) * 2561 >> 8;
    digits = (digits & UINT64_C(0x00FF00FF00FF00FF)) * 6553601 >> 16;
    return (digits & UINT64_C(0x0000FFFF0000FFFF)) * UINT64_C(42949672960001) >> 32;
}

// A number of any form. Up to 15 digits over a power of ten are one exact division, so this is
// caper_parse_double to the bit. NULL when there is no number.
static const char *read_number(const char *at, const char *end, double *value)
{
    const char *p = at + (*at == '-');
    uint64_t digits = 0;
    const char *whole = p;
    while (p < end && is_digit(*p))
        digits = digits * 10 + (uint64_t)(*p++ - '0');
    ptrdiff_t count = p - whole, fraction = 0;
    if (p < end && *p == '.') {
        const char *point = p++;
        while (p < end && is_digit(*p))
            digits = digits * 10 + (uint64_t)(*p++ - '0');
        fraction = p - point - 1;
        count += fraction;
    }
    if (count < 1 || count > 15 || (p < end && is_visible(*p)))
        return read_any_number(at, end, value);
    double magnitude = (double)digits / powers[fraction];
    *value = *at == '-' ? -magnitude : magnitude;
    return p;
}

// The last bytes of a word of eight, by their number.
static const uint64_t last_bytes[9] = {
    0,
    UINT64_C(0xFF00000000000000),
    UINT64_C(0xFFFF000000000000),
    UINT64_C(0xFFFFFF0000000000),
    UINT64_C(0xFFFFFFFF00000000),
    UINT64_C(0xFFFFFFFFFF000000),
    UINT64_C(0xFFFFFFFFFFFF0000),
    UINT64_C(0xFFFFFFFFFFFFFF00),
    UINT64_C(0xFFFFFFFFFFFFFFFF),
};

// Are all bytes of the mask digits?
static inline bool are_digits(uint64_t bytes, uint64_t mask)
{
    uint64_t high = bytes & (bytes + UINT64_C(0x0606060606060606)) & UINT64_C(0xF0F0F0F0F0F0F0F0);
    return (high & mask) == (UINT64_C(0x3030303030303030) & mask);
}

static void set_decimals(point_place *place, unsigned decimals)
{
    place->decimals = decimals;
    place->bit = 8 * (7 - decimals);
    place->above = last_bytes[decimals];
    place->below = (UINT64_C(1) << place->bit) - 1;
    place->whole = (uint64_t)powers[decimals];
    place->steps[0] = 1.0 / powers[decimals];
    place->steps[1] = -place->steps[0];
}

static bool find_point(const char *word, const char *end, point_place *place)
{
    const char *p = end - 1;
    while (p >= word && *p != '.')
        p--;
    if (p < word || end - 1 - p > 7)
        return false;
    set_decimals(place, (unsigned)(end - 1 - p));
    return true;
}

// A word of digits with a point, up to 15 digits in all; read from its end, as one or two machine
// words, without a branch on the number of digits. At least 16 bytes must stand before its end.
static inline bool read_plain_number(const char *word, const char *end, point_place *place,
                                     double *value)
{
    uint64_t bytes = load_eight(end - 8);
    if ((char)(bytes >> place->bit) != '.' && !find_point(word, end, place))
        return false;
    uint64_t negative = *word == '-';
    uint64_t count = (uint64_t)(end - word) - negative - 1; // digits
    uint64_t digits;
    if (count - 1 < 7) {
        // close the gap of the point
        uint64_t joined = (bytes & place->above) | (bytes & place->below) << 8;
        uint64_t mask = last_bytes[count];
        if (count < place->decimals || !are_digits(joined, mask))
            return false;
        digits = join_digits(joined & mask);
    } else {
        uint64_t whole = count - place->decimals;
        if (count > 15 || count < 1 || whole - 1 > 7)
            return false;
        uint64_t before = load_eight(end - 9 - place->decimals), mask = last_bytes[whole];
        if (!are_digits(before, mask) || !are_digits(bytes, place->above))
            return false;
        digits = join_digits(before & mask) * place->whole + join_digits(bytes & place->above);
    }
    // a division would be exact to the last of 53 bits, but it is a third of the whole work; signs
    // follow no pattern, so no branch on them either
    *value = (double)(int64_t)digits * place->steps[negative];
    return true;
}

// Read numbers into the row as long as they are plain and on this line; returns how many. m->at is
// then behind the last one. Kept apart from its caller, whose variables it needs the registers of.
__attribute__((noinline)) static int read_plain_numbers(motion *m, double *row, int count)
{
    const char *p = m->at, *end = m->end, *block = m->block;
    uint64_t spaces = m->spaces;
    point_place place = m->place;
    if (!block || p < block || p - block >= 64) {
        if (end - p < 64)
            return 0;
        block = p;
        spaces = caperi_space_mask(block);
    }
    spaces &= ~UINT64_C(0) << (p - block);
    double *out = row, *last = row + count;
    while (out < last) {
        while (spaces == 0 && end - block >= 128) {
            block += 64;
            spaces = caperi_space_mask(block);
        }
        if (spaces == 0)
            break;
        const char *stop = block + __builtin_ctzll(spaces);
        if (stop > p) {
            if (!read_plain_number(p, stop, &place, out))
                break;
            out++;
            p = stop;
        }
        if (*stop != ' ' && *stop != '\t')
            break; // the line ends
        p++;
        spaces &= spaces - 1;
    }
    m->block = block;
    m->spaces = spaces;
    m->place = place;
    m->at = p;
    return (int)(out - row);
}

typedef enum row_result {
    ROW_READ,
    ROW_END,
    ROW_FAILED
} row_result;

// One frame's numbers. ROW_END when nothing but spaces is left, or only a part of a frame.
static row_result read_row(motion *m, int *found)
{
    const char *p = m->at, *end = m->end;
    int count = m->bvh->channel_count;
    while (p < end && (*p == '\n' || *p == '\r' || *p == ' ' || *p == '\t'))
        p++;
    for (int k = 0; k < count; k++) {
        m->at = p;
        k += read_plain_numbers(m, m->row + k, count - k);
        p = m->at;
        if (k == count)
            break;
        while (p < end && (*p == ' ' || *p == '\t'))
            p++;
        if (p < end && (*p == '\n' || *p == '\r')) {
            if (!m->ragged)
                m->ragged = p;
            while (p < end && (*p == '\n' || *p == '\r' || *p == ' ' || *p == '\t'))
                p++;
        }
        m->at = p;
        if (p == end || *p == '\0') {
            *found = k;
            return ROW_END;
        }
        p = read_number(p, end, &m->row[k]);
        if (!p) {
            *found = k;
            return ROW_FAILED;
        }
    }
    while (p < end && (*p == ' ' || *p == '\t'))
        p++;
    if (!m->ragged && p < end && *p != '\n' && *p != '\r')
        m->ragged = p;
    m->at = p;
    return ROW_READ;
}

// -- Frames -----------------------------------------------------------------------------------

typedef double pair __attribute__((vector_size(16)));

// Sine and cosine of half the angles, to 1e-9, by polynomials through Chebyshev nodes. A whole turn
// of the angle flips both, which is the same rotation: so half angles need only reach a quarter.
static void half_sincos(const motion *m)
{
    // adding and taking away this leaves the nearest whole number
    const double round = 6755399441055744.0;
    const double *row = m->row;
    double *turns = m->turns;
    const bool *moves = m->moves;
    for (int k = 0, count = m->bvh->channel_count; k < count; k += 2) {
        if (!moves[k / 2])
            continue;
        pair x, s, c;
        memcpy(&x, row + k, sizeof x);
        x = x * (1.0 / 360.0);
        x = x - ((x + round) - round);
        pair z = x * x;
        s = z * -0.007028303855203093 + 0.08205035020147244;
        s = s * z - 0.5992521865315829;
        s = s * z + 2.550163317938426;
        s = s * z - 5.167712764592999;
        s = s * z + 3.141592653536132;
        s = s * x;
        c = z * -0.02462711159522845 + 0.23507436832239587;
        c = c * z - 1.335239960700895;
        c = c * z + 4.0587114146834375;
        c = c * z - 4.934802196986985;
        c = c * z + 1.0;
        pair low = {s[0], c[0]}, high = {s[1], c[1]};
        memcpy(turns + 2 * k, &low, sizeof low);
        memcpy(turns + 2 * k + 2, &high, sizeof high);
    }
}

// Three rotations about three different axes, multiplied out: with sines s and cosines c of the
// half angles and parity e
//     first   s0 c1 c2 + e c0 s1 s2        third   c0 c1 s2 + e s0 s1 c2
//     second  c0 s1 c2 - e s0 c1 s2        w       c0 c1 c2 - e s0 s1 s2
static void put_plain_rotation(const motion *m, const joint_plan *plan, float *out)
{
    pair t0, t1, t2; // (s, c)
    memcpy(&t0, m->turns + 2 * plan->first, sizeof t0);
    memcpy(&t1, m->turns + 2 * plan->first + 2, sizeof t1);
    memcpy(&t2, m->turns + 2 * plan->first + 4, sizeof t2);
    pair p = t0 * t1[1], q = t0 * t1[0]; // (s0 c1, c0 c1), (s0 s1, c0 s1)
    pair u = {p[0], q[1]}, swapped = {q[1], p[0]};
    pair cross = {t2[0], -t2[0]}, turned = {t2[1], -t2[0]};
    pair front = u * t2[1] + swapped * (plan->parity * cross);
    pair back = t2 * p[1] + turned * (plan->parity * q[0]);
    out[plan->axis[0]] = (float)front[0];
    out[plan->axis[1]] = (float)front[1];
    out[plan->axis[2]] = (float)back[0];
    out[3] = (float)back[1];
}

// Any number of rotations in any order.
static void put_rotation(const motion *m, const joint_plan *plan, float *out)
{
    double q[4] = {0, 0, 0, 1};
    const caperi_bvh_joint *joint = plan->joint;
    for (int k = 0; k < joint->channel_count; k++) {
        if (!is_rotation(joint->channels[k]))
            continue;
        int i = joint->channels[k] - CAPERI_BVH_X_ROTATION, j = (i + 1) % 3, l = (i + 2) % 3;
        double s = m->turns[2 * (joint->channel + k)], c = m->turns[2 * (joint->channel + k) + 1];
        double a = q[i], b = q[j], d = q[l], w = q[3];
        q[i] = a * c + w * s;
        q[j] = b * c + d * s;
        q[l] = d * c - b * s;
        q[3] = w * c - a * s;
    }
    for (int k = 0; k < 4; k++)
        out[k] = (float)q[k];
}

static void put_position(const joint_plan *plan, const double *row, float *out)
{
    const caperi_bvh_joint *joint = plan->joint;
    for (int k = 0; k < 3; k++)
        out[k] = (float)joint->offset[k];
    for (int k = 0; k < joint->channel_count; k++)
        if (is_position(joint->channels[k]))
            out[joint->channels[k]] = (float)row[joint->channel + k];
}

static void put_joint(const motion *m, const joint_plan *plan, size_t frame)
{
    if (plan->plain)
        put_plain_rotation(m, plan, plan->rotations + 4 * frame);
    else if (plan->rotations)
        put_rotation(m, plan, plan->rotations + 4 * frame);
    if (plan->positions)
        put_position(plan, m->row, plan->positions + 3 * frame);
}

// A joint begins to move: the frames since the first one, which were not written, repeat it.
static void begin_to_move(motion *m, joint_plan *plan, size_t frame)
{
    plan->moved_at = (int)frame;
    for (size_t f = 1; f < frame; f++) {
        if (plan->rotations)
            memcpy(plan->rotations + 4 * f, plan->rotations, 4 * sizeof(float));
        if (plan->positions)
            memcpy(plan->positions + 3 * f, plan->positions, 3 * sizeof(float));
    }
    const caperi_bvh_joint *joint = plan->joint;
    for (int k = 0; k < joint->channel_count; k++)
        m->moves[(joint->channel + k) / 2] = true;
}

static bool differs(const double *a, const double *b, int count)
{
    bool differs = false;
    for (int k = 0; k < count; k++)
        differs = differs || a[k] != b[k];
    return differs;
}

static void put_first_frame(motion *m)
{
    memcpy(m->first, m->row, (size_t)m->bvh->channel_count * sizeof *m->row);
    half_sincos(m);
    for (int i = 0; i < m->plan_count; i++)
        put_joint(m, &m->plans[i], 0);
    memset(m->moves, false, ((size_t)m->bvh->channel_count + 1) / 2);
}

static void put_frame(motion *m)
{
    size_t frame = (size_t)m->frame_count++;
    if (frame == 0) {
        put_first_frame(m);
        return;
    }
    for (int i = 0; i < m->plan_count; i++) {
        joint_plan *plan = &m->plans[i];
        const caperi_bvh_joint *joint = plan->joint;
        if (plan->moved_at == 0 &&
            differs(m->row + joint->channel, m->first + joint->channel, joint->channel_count))
            begin_to_move(m, plan, frame);
    }
    half_sincos(m);
    for (int i = 0; i < m->plan_count; i++)
        if (m->plans[i].moved_at > 0)
            put_joint(m, &m->plans[i], frame);
}

// Lines that hold something from here on: the frames that the head did not promise.
static int count_lines(const motion *m)
{
    int count = 0;
    bool filled = false;
    for (const char *p = m->at; p < m->end && count < INT_MAX / 2; p++) {
        bool line_end = *p == '\n' || *p == '\r';
        count += line_end && filled;
        filled = !line_end && (filled || is_visible(*p));
    }
    return count + filled;
}

static bool read_frames(motion *m)
{
    int found = 0;
    row_result result;
    while ((result = read_row(m, &found)) == ROW_READ) {
        if (m->frame_count == m->capacity) {
            int more = count_lines(m);
            CAPER_PASS(check_frames(m, (double)m->frame_count + 1 + more));
            CAPER_PASS(make_columns(m, m->frame_count + 1 + more));
        }
        put_frame(m);
        if (m->frame_count == m->capacity && m->capacity > m->declared && m->ragged)
            break; // lines and channels disagree, which is refused below
    }
    // what follows a complete motion is not motion: notes of other programs
    if (result == ROW_FAILED && m->frame_count >= m->declared && found == 0) {
        int line, column;
        find_place(m, m->at, &line, &column);
        caperi_draft_warn(m->draft, line, column, "text after the last frame is ignored");
        return true;
    }
    if (result == ROW_FAILED)
        return fail_at(m, m->at, CAPER_ERROR_SYNTAX,
                       "expected a number (channel %d of %d in frame %d), found '%.*s'", found + 1,
                       m->bvh->channel_count, m->frame_count + 1, word_size(m, m->at), m->at);
    if (found > 0 && !m->ragged)
        caperi_draft_warn(m->draft, 0, 0, "the last frame has %d of %d numbers: it is left out",
                          found, m->bvh->channel_count);
    bool exact = m->frame_count == m->declared && found == 0;
    if (m->ragged && !exact)
        return fail_at(m, m->ragged, CAPER_ERROR_INVALID,
                       "the numbers on the lines do not match the %d channels, and there are %s "
                       "than the %d frames declared",
                       m->bvh->channel_count, m->frame_count < m->declared ? "fewer" : "more",
                       m->declared);
    return true;
}

// -- The clip ---------------------------------------------------------------------------------

static bool fill_clip(motion *m)
{
    caperi_draft *draft = m->draft;
    CAPER_PASS(caperi_draft_clips(draft, 1, m->error));
    caper_track_def *tracks =
        caperi_draft_alloc(draft, &draft->scratch, 2 * (size_t)m->plan_count + 1, sizeof *tracks,
                           _Alignof(caper_track_def), m->error);
    if (!tracks)
        return false;
    caper_clip_def *clip = draft->clips;
    clip->tracks = tracks;
    clip->rate = (float)(1.0 / m->frame_time);
    clip->frame_count = m->frame_count;
    for (int i = 0; i < m->plan_count; i++) {
        const joint_plan *plan = &m->plans[i];
        caper_track_def track = {.body = (int)(plan->joint - m->bvh->joints),
                                 .key_count = plan->moved_at > 0 ? m->frame_count : 1};
        if (plan->rotations) {
            track.kind = CAPER_TRACK_ROTATION;
            track.values = plan->rotations;
            tracks[clip->track_count++] = track;
        }
        if (plan->positions) {
            track.kind = CAPER_TRACK_TRANSLATION;
            track.values = plan->positions;
            tracks[clip->track_count++] = track;
        }
    }
    return true;
}

// Position channels below the root mostly repeat the offset, but some programs (MakeHuman) write
// what is to be added to it. Told by which of the two they are nearer to.
static void settle_positions(motion *m)
{
    double near_offset = 0, near_zero = 0;
    for (int pass = 0; pass < 2; pass++) {
        if (pass == 1 && near_offset <= near_zero)
            return;
        for (int i = 0; i < m->plan_count; i++) {
            const joint_plan *plan = &m->plans[i];
            if (!plan->positions || plan->joint->parent < 0)
                continue;
            const double *offset = plan->joint->offset;
            int keys = plan->moved_at > 0 ? m->frame_count : 1;
            for (size_t f = 0; f < 3 * (size_t)keys; f++) {
                double value = (double)plan->positions[f], there = offset[f % 3];
                near_offset += value > there ? value - there : there - value;
                near_zero += value > 0 ? value : -value;
                if (pass == 1)
                    plan->positions[f] = (float)(value + there);
            }
        }
    }
    caperi_draft_warn(m->draft, 0, 0,
                      "position channels below the root are near 0: taken to be added to OFFSET");
}

bool caperi_bvh_read_motion(caperi_draft *draft, const caperi_bvh *bvh, caper_scanner *scanner,
                            caper_error *error)
{
    motion m = {.draft = draft, .bvh = bvh, .scanner = scanner, .error = error};
    CAPER_PASS(read_head(&m));
    set_decimals(&m.place, 4);
    int line = scanner->line;
    if (bvh->channel_count == 0) {
        caperi_draft_warn(draft, line, 0, "no joint has channels: nothing moves");
        return true;
    }
    CAPER_PASS(make_plans(&m) && read_frames(&m));
    if (m.frame_count != m.declared)
        caperi_draft_warn(draft, line - 1, 0, "%d frames are declared, but %d are there",
                          m.declared, m.frame_count);
    if (m.frame_count == 0)
        return true;
    settle_positions(&m);
    CAPER_PASS(fill_clip(&m));
    caperi_draft_release_bytes(draft);
    return true;
}
