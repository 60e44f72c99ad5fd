// SPDX-License-Identifier: MIT
//
// The three interpolations of glTF (2.0, appendix C) as keys that a clip can hold, which are linear
// in between and turn evenly. LINEAR is that already. STEP repeats each key just before the next.
// CUBICSPLINE is a Hermite spline in each component, normalized afterwards for rotations; it is cut
// into pieces: numbers by the bound h^2/8 max|p''| on the error of a chord, where p'' of a cubic is
// largest at an end, and rotations by halving until the chord is within 0.05 degrees at three
// places. Invariant: times rise strictly.
#include "formats/gltf_keys.h"

#include "math/simd.h"

#include <string.h>

#define STEP_GAP 1e-4f
#define PIECES_MAX 1024
#define KEYS_MAX (1 << 28) // with all pieces of one key still far from the end of an int
#define HALVINGS_MAX 10
// 1 - cos of half of 0.05 degrees
#define TURN_OFF (1 - 0.9999999048070578)

// Keys that are collected before anybody knows how many there will be: most tracks have fewer.
#define NEAR_KEYS 256

// Collects keys; without arrays, or once these are full, it only counts them.
typedef struct sink {
    float *times, *values;
    int capacity;
    int count, width;
    int limit; // counting stops behind it: a few keys can ask for a thousand each
} sink;

static bool is_full(const sink *s)
{
    return s->count > s->limit;
}

static void put(sink *s, float time, const float *value)
{
    if (s->count == s->capacity)
        s->values = NULL;
    if (s->values) {
        s->times[s->count] = time;
        memcpy(s->values + (size_t)s->count * (size_t)s->width, value,
               (size_t)s->width * sizeof *value);
    }
    s->count++;
}

static void put_double(sink *s, float time, const double *value)
{
    float v[4];
    for (int i = 0; i < s->width; i++)
        v[i] = (float)value[i];
    put(s, time, v);
}

static const float *key_value(const caperi_gltf_keys *keys, int k)
{
    size_t value = keys->interpolation == CAPERI_GLTF_CUBIC ? keys->tangent : 0;
    return keys->values + (size_t)k * keys->stride + value;
}

// -- Steps ------------------------------------------------------------------------------------

static void put_steps(sink *s, const caperi_gltf_keys *keys)
{
    size_t bytes = (size_t)keys->width * sizeof(float);
    for (int k = 0; k < keys->count; k++) {
        put(s, keys->times[k], key_value(keys, k));
        if (k + 1 == keys->count || memcmp(key_value(keys, k), key_value(keys, k + 1), bytes) == 0)
            continue;
        float from = keys->times[k], to = keys->times[k + 1];
        float hold = to - caper_min(STEP_GAP, 0.5f * (to - from));
        if (!(hold < to))
            hold = nextafterf(to, 0.0f);
        if (hold > from)
            put(s, hold, key_value(keys, k));
    }
}

// -- Splines ----------------------------------------------------------------------------------

// Between two keys, over u in 0..1: values and tangents times the interval.
typedef struct segment {
    int width;
    double from[4], out[4], in[4], to[4];
    bool rotation;
} segment;

static segment segment_of(const caperi_gltf_keys *keys, int k)
{
    segment s;
    memset(&s, 0, sizeof s);
    s.width = keys->width;
    s.rotation = keys->rotation;
    double dt = (double)keys->times[k + 1] - (double)keys->times[k];
    const float *a = keys->values + (size_t)k * keys->stride, *b = a + keys->stride;
    for (int i = 0; i < s.width; i++) {
        s.from[i] = (double)a[keys->tangent + (size_t)i];
        s.out[i] = dt * (double)a[2 * keys->tangent + (size_t)i];
        s.in[i] = dt * (double)b[i];
        s.to[i] = (double)b[keys->tangent + (size_t)i];
    }
    return s;
}

// Without normalizing.
static void cubic_at(const segment *s, double u, double out[4])
{
    double u2 = u * u, u3 = u2 * u;
    double a = 2 * u3 - 3 * u2 + 1, b = u3 - 2 * u2 + u, c = -2 * u3 + 3 * u2, d = u3 - u2;
    for (int i = 0; i < s->width; i++)
        out[i] = (a * s->from[i] + b * s->out[i]) + (c * s->to[i] + d * s->in[i]);
}

static void spline_at(const segment *s, double u, double out[4])
{
    cubic_at(s, u, out);
    if (s->rotation && !caperi_quatd_normalize(out)) {
        memcpy(out, u < 0.5 ? s->from : s->to, sizeof s->from);
        caperi_quatd_normalize(out);
    }
}

// Pieces whose chords are within the tolerance.
static int pieces_of(const segment *s, double tolerance)
{
    double most = 0;
    for (int end = 0; end < 2; end++) {
        double square = 0;
        for (int i = 0; i < s->width; i++) {
            double bend = end == 0 ? 6 * (s->to[i] - s->from[i]) - 4 * s->out[i] - 2 * s->in[i]
                                   : 6 * (s->from[i] - s->to[i]) + 2 * s->out[i] + 4 * s->in[i];
            square += bend * bend;
        }
        most = square > most ? square : most;
    }
    double pieces = ceil(sqrt(sqrt(most) / (8 * tolerance)));
    return pieces >= 1 ? pieces < PIECES_MAX ? (int)pieces : PIECES_MAX : 1;
}

static double dot4(const double a[4], const double b[4])
{
    return (a[0] * b[0] + a[1] * b[1]) + (a[2] * b[2] + a[3] * b[3]);
}

// Squares of cosines: the way to a good chord has no square roots.
static bool chord_is_good(const segment *s, double u0, const double a[4], double u1,
                          const double b[4])
{
    double sign = dot4(a, b) < 0 ? -1 : 1;
    for (int k = 1; k < 4; k++) {
        double q[4] = {0}, chord[4];
        cubic_at(s, u0 + (u1 - u0) * k / 4, q);
        if (!(dot4(q, q) > 1e-12)) // where it passes zero, it is what spline_at says
            spline_at(s, u0 + (u1 - u0) * k / 4, q);
        for (int i = 0; i < 4; i++)
            chord[i] = a[i] + (sign * b[i] - a[i]) * k / 4;
        double dot = dot4(chord, q), least = (1 - TURN_OFF) * (1 - TURN_OFF);
        if (!(dot * dot >= least * dot4(chord, chord) * dot4(q, q)))
            return false;
    }
    return true;
}

typedef struct piece_place {
    float t0, t1; // of the whole segment
} piece_place;

static void put_inside(sink *out, const piece_place *place, double u, const double *value)
{
    float time = (float)((double)place->t0 + ((double)place->t1 - (double)place->t0) * u);
    float last = place->t0;
    if (out->values && out->count > 0)
        last = out->times[out->count - 1];
    // keys that are neighbours among the floats leave no time between them
    if (time > last && time < place->t1)
        put_double(out, time, value);
    else if (!out->values)
        out->count++; // room for it, in case rounding differs
}

static void put_turn(sink *out, const piece_place *place, const segment *s, double u0,
                     const double a[4], double u1, const double b[4], int halvings)
{
    if (halvings == 0 || is_full(out) || chord_is_good(s, u0, a, u1, b))
        return;
    double middle = 0.5 * (u0 + u1), q[4];
    spline_at(s, middle, q);
    put_turn(out, place, s, u0, a, middle, q, halvings - 1);
    put_inside(out, place, middle, q);
    put_turn(out, place, s, middle, q, u1, b, halvings - 1);
}

static void put_splines(sink *out, const caperi_gltf_keys *keys)
{
    for (int k = 0; k < keys->count && !is_full(out); k++) {
        if (!keys->rotation) {
            put(out, keys->times[k], key_value(keys, k));
        } else {
            double q[4];
            for (int i = 0; i < 4; i++)
                q[i] = (double)key_value(keys, k)[i];
            caperi_quatd_normalize(q);
            put_double(out, keys->times[k], q);
        }
        if (k + 1 == keys->count)
            break;
        segment s = segment_of(keys, k);
        piece_place place = {keys->times[k], keys->times[k + 1]};
        double a[4], b[4];
        if (keys->rotation) {
            spline_at(&s, 0, a);
            spline_at(&s, 1, b);
            put_turn(out, &place, &s, 0, a, 1, b, HALVINGS_MAX);
            continue;
        }
        int pieces = pieces_of(&s, keys->tolerance);
        for (int i = 1; i < pieces; i++) {
            spline_at(&s, (double)i / pieces, a);
            put_inside(out, &place, (double)i / pieces, a);
        }
    }
}

// -- Fast turns -------------------------------------------------------------------------------

#define SMALL_TURN 0.94f // cosine of half of just less than 40 degrees

// Products of two sets of four quaternions.
static caperi_f4 dot_four(const caperi_f4 a[4], const caperi_f4 b[4])
{
    return caperi_f4_add(caperi_f4_add(caperi_f4_mul(a[0], b[0]), caperi_f4_mul(a[1], b[1])),
                         caperi_f4_add(caperi_f4_mul(a[2], b[2]), caperi_f4_mul(a[3], b[3])));
}

static void load_four(const float *values, caperi_f4 out[4])
{
    for (int l = 0; l < 4; l++)
        out[l] = caperi_f4_loadu(values + 4 * l);
    caperi_f4_transpose(out);
}

bool caperi_gltf_are_tidy(const float *values, int count)
{
    int k = 0;
    caperi_f4 good = caperi_f4_eq(caperi_f4_zero(), caperi_f4_zero());
    for (; k + 4 < count; k += 4) {
        caperi_f4 a[4], b[4];
        load_four(values + 4 * (size_t)k, a);
        load_four(values + 4 * (size_t)k + 4, b);
        caperi_f4 off = caperi_f4_abs(caperi_f4_sub(dot_four(a, a), caperi_f4_splat(1.0f)));
        good = caperi_f4_and(good, caperi_f4_le(off, caperi_f4_splat(CAPERI_GLTF_UNIT)));
        caperi_f4 near = caperi_f4_abs(dot_four(a, b));
        good = caperi_f4_and(good, caperi_f4_lt(caperi_f4_splat(SMALL_TURN), near));
    }
    bool tidy = caperi_f4_mask(good) == 15;
    for (; tidy && k < count; k++) {
        const float *v = values + 4 * (size_t)k;
        caper_quat a = caper_quat_make(v[0], v[1], v[2], v[3]), b = a;
        if (k + 1 < count)
            b = caper_quat_make(v[4], v[5], v[6], v[7]);
        tidy = fabsf(caper_quat_dot(a, a) - 1.0f) <= CAPERI_GLTF_UNIT &&
               fabsf(caper_quat_dot(a, b)) > SMALL_TURN;
    }
    return tidy;
}

// Pieces of at most 40 degrees between two keys on whole frames that are too near to each other for
// the clip to cut; 1 where nothing is to be done. Between keys at any times it cuts by itself.
static int turn_pieces(const caperi_gltf_keys *keys, int k)
{
    const float *a = key_value(keys, k), *b = key_value(keys, k + 1);
    caper_quat p = caper_quat_make(a[0], a[1], a[2], a[3]);
    caper_quat q = caper_quat_make(b[0], b[1], b[2], b[3]);
    float dot = fabsf(caper_quat_dot(p, q));
    if (dot > SMALL_TURN)
        return 1;
    dot /= sqrtf(caper_quat_dot(p, p) * caper_quat_dot(q, q));
    // Cosines of half of 40, 80, 120 and 160 degrees: an angle costs more than all else here, and
    // nothing hangs on one more piece or one less where it is too near to call.
    static const float cosines[] = {0.93969262f, 0.76604444f, 0.5f, 0.17364818f};
    int pieces = 1;
    while (pieces <= CAPER_COUNT_OF(cosines) && !(dot > cosines[pieces - 1]))
        pieces++;
    double frames = ((double)keys->times[k + 1] - (double)keys->times[k]) * keys->rate;
    return pieces > frames + 0.5 ? pieces : 1;
}

// The rotation after `i` of `count` even pieces of a turn. Halves and quarters need no sines.
static caper_quat turn_after(caper_quat a, caper_quat b, int i, int count)
{
    if (2 * i == count)
        return caper_quat_nlerp(a, b, 0.5f);
    if (count == 4) {
        caper_quat middle = caper_quat_nlerp(a, b, 0.5f);
        return caper_quat_nlerp(i == 1 ? a : b, middle, 0.5f);
    }
    return caper_quat_slerp(a, b, (float)i / (float)count);
}

static bool turns_fast(const caperi_gltf_keys *keys)
{
    const float *a = keys->values, *b = a + keys->stride;
    for (int k = 0; k + 1 < keys->count; k++, a = b, b += keys->stride) {
        // the first question of turn_pieces, here for speed: few keys need the others
        float dot = (a[0] * b[0] + a[1] * b[1]) + (a[2] * b[2] + a[3] * b[3]);
        if (fabsf(dot) <= SMALL_TURN && turn_pieces(keys, k) > 1)
            return true;
    }
    return false;
}

static void put_linear(sink *s, const caperi_gltf_keys *keys, bool fast)
{
    for (int k = 0; k < keys->count; k++) {
        put(s, keys->times[k], key_value(keys, k));
        int pieces = fast && k + 1 < keys->count ? turn_pieces(keys, k) : 1;
        const float *a = key_value(keys, k), *b = a + keys->stride;
        float last = keys->times[k];
        for (int i = 1; i < pieces; i++) {
            float u = (float)i / (float)pieces;
            float time = caper_lerp(keys->times[k], keys->times[k + 1], u);
            bool room = time > last && time < keys->times[k + 1];
            if (room && s->values) {
                caper_quat q = turn_after(
                    caper_quat_normalize(caper_quat_make(a[0], a[1], a[2], a[3])),
                    caper_quat_normalize(caper_quat_make(b[0], b[1], b[2], b[3])), i, pieces);
                put(s, time, &q.x);
            } else if (room) {
                s->count++; // only counted: a turn is dear
            }
            last = time;
        }
    }
}

// -- Tracks -----------------------------------------------------------------------------------

static void put_keys(sink *s, const caperi_gltf_keys *keys, bool fast)
{
    if (keys->interpolation == CAPERI_GLTF_CUBIC)
        put_splines(s, keys);
    else if (keys->interpolation == CAPERI_GLTF_STEP)
        put_steps(s, keys);
    else
        put_linear(s, keys, fast);
}

bool caperi_gltf_make_track(caperi_gltf *g, const caperi_gltf_keys *keys, caper_track_def *track)
{
    size_t width = (size_t)keys->width;
    bool linear = keys->interpolation == CAPERI_GLTF_LINEAR;
    bool fast = linear && keys->rotation && keys->whole && !keys->tidy && turns_fast(keys);
    if (linear && !fast && keys->stride == width) {
        track->key_count = keys->count;
        track->times = keys->times;
        track->values = keys->values;
        return true;
    }
    size_t room = g->budget / ((1 + width) * sizeof(float));
    float near_times[NEAR_KEYS], near_values[4 * NEAR_KEYS];
    sink s = {.times = near_times,
              .values = near_values,
              .capacity = NEAR_KEYS,
              .width = keys->width,
              .limit = room < KEYS_MAX ? (int)room : KEYS_MAX};
    put_keys(&s, keys, fast);
    if (is_full(&s))
        return caperi_gltf_spend(g, NULL, SIZE_MAX);
    size_t count = (size_t)s.count;
    float *times = caperi_gltf_alloc(g, &g->draft->scratch, count, sizeof *times);
    float *values = caperi_gltf_alloc(g, &g->draft->scratch, count * width, sizeof *values);
    if (!times || !values)
        return false;
    if (s.values) {
        memcpy(times, s.times, count * sizeof *times);
        memcpy(values, s.values, count * width * sizeof *values);
    } else { // too many for the first look
        s.times = times;
        s.values = values;
        s.capacity = s.count;
        s.count = 0;
        put_keys(&s, keys, fast);
    }
    track->key_count = s.count;
    track->times = times;
    track->values = values;
    return true;
}
