// SPDX-License-Identifier: MIT
// The measures of weight: how the center of mass falls, flies, hangs and is carried.
//
// A body without support falls with 9.81 m/s2, and none falls faster. A body that stands still has
// its center of mass over its support. All of this concerns the center of mass alone, so it holds
// for any body with a mass.
#include "math/flat_hull.h"
#include "quality/measures.h"

#include <math.h>

#define SMOOTHING 0.05f      // seconds at size 1.8 to either side: acceleration is a mean of 0.1 s
#define FALL_TIME_OURS 0.05f // seconds at size 1.8 that a fall must last to count
#define FALL_TIME_FOUND 0.06f
#define IN_THE_AIR 0.05f  // metres at size 1.8: soles above this do not stand
#define LOW 0.2f          // of size: a slow point below this may support (a hand, a knee, a seat)
#define SLOW 0.3f         // m/s at size 1.8
#define SLOW_FOUND 0.5f   // of captures: wrists turn over planted hands
#define FLIGHT_TIME 0.2f  // seconds at size 1.8: the shortest flight that is asked
#define HANGS 0.5f        // g: who falls less than that does not fall
#define QUIET_FROUDE 0.02 // v^2 / (g L): slower is standing or slow
#define QUIET_CHANGE 0.6f // m/s2: and not leaning into a start or a stop
#define TOUCH 0.025f      // metres at size 1.8: what is nearer to the surface supports
#define TOUCH_FOUND 0.06f // of captures, whose floors drift by 4 cm
#define LEAST_QUIET 0.5f  // seconds at size 1.8 of quiet frames to be asked

// --- center of mass
// ----------------------------------------------------------------------------

typedef struct mass_point {
    caper_vec3 center;
    float mass;
} mass_point;

static bool make_centers(caperi_subject *s, caper_arena *arena)
{
    const caperi_footage *f = &s->footage;
    const caper_character *c = s->character;
    size_t n = (size_t)f->frame_count, bodies = (size_t)f->body_count;
    s->centers = caper_arena_alloc(arena, (n + 1) * sizeof(caper_vec3), 16);
    s->boxes = caper_arena_alloc(arena, (n * bodies + 1) * sizeof(caper_vec3), 16);
    // side by side: a body is many cache lines
    mass_point *points = caper_arena_alloc(arena, (bodies + 1) * sizeof(mass_point), 16);
    if (!s->centers || !s->boxes || !points) {
        return false;
    }
    for (size_t b = 0; b < bodies; b++) {
        points[b] = (mass_point){c->bodies[b].box_center, c->bodies[b].mass};
    }
    float per_mass = c->mass > 0 ? 1.0f / c->mass : 0.0f;
    for (size_t i = 0; i < n; i++) {
        const caper_transform *t = f->world + i * bodies;
        caper_vec3 *box = s->boxes + i * bodies, sum = caper_vec3_zero();
        for (size_t b = 0; b < bodies; b++) {
            box[b] = caper_transform_mul_point(t[b], points[b].center);
            sum = caper_vec3_add_scaled(sum, box[b], points[b].mass);
        }
        s->centers[i] = caper_vec3_scale(sum, per_mass);
    }
    return true;
}

// Frames of a time at size 1.8 m. A small body that keeps the time of a larger source flies and
// falls for as long as that one did.
static int frames_in_time(const caperi_subject *s, float seconds)
{
    return caperi_frames_of(s, seconds / sqrtf(s->tempo));
}

// Second differences over 0.05 s are the mean acceleration under a triangle of 0.1 s.
static bool make_falls(caperi_subject *s, caper_arena *arena)
{
    int n = s->footage.frame_count, h = frames_in_time(s, SMOOTHING);
    s->falls = caper_arena_alloc(arena, ((size_t)n + 1) * sizeof(float), 16);
    if (!s->falls) {
        return false;
    }
    float step = (float)h / s->footage.rate, factor = 1.0f / (step * step);
    for (int i = 0; i < n; i++) {
        s->falls[i] =
            i < h || i + h >= n
                ? NAN
                : (s->centers[i + h].y - 2.0f * s->centers[i].y + s->centers[i - h].y) * factor;
    }
    return true;
}

static void measure_fall(caperi_subject *s)
{
    int n = s->footage.frame_count;
    bool found = caperi_is_found(CAPER_METRIC_FALL, s->origin);
    float least = found ? FALL_TIME_FOUND : FALL_TIME_OURS;
    int window = frames_in_time(s, least) + 1;
    double hardest = -(double)INFINITY;
    for (int i = 0; i + window <= n; i++) {
        // the easiest frame of the window is what is sustained
        float easiest = -INFINITY;
        for (int k = i; k < i + window; k++) {
            easiest = isnan(s->falls[k]) ? INFINITY : fmaxf(easiest, s->falls[k]);
        }
        double fall = -(double)easiest / (double)CAPERI_GRAVITY;
        if (fall > hardest) {
            hardest = fall;
            caperi_note_worst(&s->figures, CAPER_METRIC_FALL, i + window / 2, -1, fall);
        }
    }
    if (isfinite(hardest)) {
        s->figures.value[CAPER_METRIC_FALL] = hardest > 0 ? hardest : 0;
    }
}

// --- support -----------------------------------------------------------------------------------

float caperi_body_height(const caperi_subject *s, int frame, int body)
{
    const caper_body *b = &s->character->bodies[body];
    const caper_transform *t = caperi_footage_at(&s->footage, frame, body);
    caper_vec3 n = s->ground.normal;
    caper_vec3 across = caper_quat_unrotate(t->rotation, n); // the normal in the body frame
    float reach = fabsf(across.x) * b->box_half.x + fabsf(across.y) * b->box_half.y +
                  fabsf(across.z) * b->box_half.z;
    caper_vec3 center = s->boxes[(size_t)frame * (size_t)s->footage.body_count + (size_t)body];
    return caper_vec3_dot(n, caper_vec3_sub(center, s->ground.point)) - reach;
}

static float height_of(const caperi_subject *s, caper_vec3 p)
{
    caper_hit hit = caperi_ground_under(&s->ground, NULL, p, p.y + 0.15f * s->footage.scale.length);
    return hit.surface == CAPER_SURFACE_NONE ? INFINITY : p.y - hit.point.y;
}

static float body_speed(const caperi_subject *s, int frame, int body)
{
    const caperi_footage *f = &s->footage;
    int from = frame - s->stride < 0 ? 0 : frame - s->stride;
    int to = frame + s->stride >= f->frame_count ? f->frame_count - 1 : frame + s->stride;
    return to > from ? caper_vec3_distance(caperi_footage_at(f, from, body)->position,
                                           caperi_footage_at(f, to, body)->position) *
                           f->rate / (float)(to - from)
                     : 0.0f;
}

// Does a body other than the soles touch, or rest low and slow?
static bool is_held(const caperi_subject *s, int frame)
{
    const caperi_footage *f = &s->footage;
    bool found = caperi_is_found(CAPER_METRIC_HANG, s->origin);
    float low = LOW * s->character->size, slow = (found ? SLOW_FOUND : SLOW) * f->scale.speed;
    float touch = IN_THE_AIR * f->scale.length;
    for (int b = 0; b < f->body_count; b++) {
        if (s->kinds[b] & CAPERI_KIND_HELPER) {
            continue;
        }
        float height = s->ground.flat ? caperi_body_height(s, frame, b)
                                      : height_of(s, caperi_footage_at(f, frame, b)->position);
        if ((!(s->kinds[b] & CAPERI_KIND_FOOT) && height < touch) ||
            (height < low && body_speed(s, frame, b) < slow)) {
            return true;
        }
    }
    return false;
}

// Does it rest on something that the floor does not tell of, as on a stair? Nothing of it is near
// the floor, and something of it is slow.
static bool is_perched(const caperi_subject *s, int frame)
{
    float high = IN_THE_AIR * s->footage.scale.length;
    for (int b = 0; b < s->footage.body_count; b++) {
        if (!(s->kinds[b] & CAPERI_KIND_HELPER) && caperi_body_height(s, frame, b) < high) {
            return false;
        }
    }
    return is_held(s, frame);
}

// The same of the source, at the time of a frame of ours: what it stands on is not there for us,
// and nobody can stand on it.
static bool source_is_perched(const caperi_subject *s, int frame)
{
    const caperi_subject *from = s->from;
    if (!from || !from->perched) {
        return false;
    }
    int there = (int)((float)frame / s->footage.rate * from->footage.rate + 0.5f);
    return there < from->footage.frame_count && from->perched[there];
}

static bool find_airborne(caperi_subject *s, caper_arena *arena)
{
    int n = s->footage.frame_count;
    s->lowest = caper_arena_alloc(arena, ((size_t)n + 1) * sizeof(float), 16);
    s->airborne = caper_arena_alloc_zero(arena, (size_t)n + 1, 1, 16);
    s->perched = caper_arena_alloc_zero(arena, (size_t)n + 1, 1, 16);
    if (!s->lowest || !s->airborne || !s->perched) {
        return false;
    }
    float high = IN_THE_AIR * s->footage.scale.length;
    for (int i = 0; i < n; i++) {
        float lowest = INFINITY;
        for (int k = 0; k < s->soles.count; k++) {
            float gap = s->soles.items[k].gap[i];
            lowest = gap < lowest ? gap : lowest;
        }
        s->lowest[i] = lowest;
        bool aloft = s->soles.count > 0 && lowest > high;
        s->airborne[i] = aloft && !is_held(s, i) && !source_is_perched(s, i);
        s->perched[i] = aloft && s->excuses && s->ground.flat && is_perched(s, i);
    }
    return true;
}

// Mean vertical acceleration of the frames from..to: least squares parabola, g.
static double flight_fall(const caperi_subject *s, int from, int to)
{
    double s0 = 0, s2 = 0, s4 = 0, y0 = 0, y2 = 0, middle = 0.5 * (from + to);
    for (int i = from; i <= to; i++) {
        double t = (i - middle) / (double)s->footage.rate, y = (double)s->centers[i].y;
        s0 += 1;
        s2 += t * t;
        s4 += t * t * t * t;
        y0 += y;
        y2 += t * t * y;
    }
    return 2 * (s0 * y2 - s2 * y0) / (s0 * s4 - s2 * s2) / (double)CAPERI_GRAVITY;
}

static void measure_flights(caperi_subject *s)
{
    int n = s->footage.frame_count, least = frames_in_time(s, FLIGHT_TIME);
    double worst = -1;
    for (int i = 0; i < n; i++) {
        if (!s->airborne[i]) {
            continue;
        }
        int end = i;
        while (end + 1 < n && s->airborne[end + 1]) {
            end++;
        }
        if (end - i >= least && end - i >= 4) {
            double off = fabs(flight_fall(s, i, end) + 1.0);
            worst = off > worst ? off : worst;
            caperi_note_worst(&s->figures, CAPER_METRIC_FLIGHT, (i + end) / 2, -1, off);
        }
        i = end;
    }
    if (worst >= 0) {
        s->figures.value[CAPER_METRIC_FLIGHT] = worst;
    }
}

// The acceleration of a frame is a mean of frames around it: those about taking off and landing say
// nothing about the air.
static void measure_hang(caperi_subject *s)
{
    int hanging = 0, n = s->footage.frame_count, h = frames_in_time(s, SMOOTHING);
    float held = -HANGS * CAPERI_GRAVITY * s->tempo;
    for (int i = 0; i < n; i++) {
        bool aloft = s->airborne[i] && s->airborne[i < h ? 0 : i - h] &&
                     s->airborne[i + h < n ? i + h : n - 1];
        if (aloft && s->falls[i] > held) {
            hanging++;
            double high = (double)fminf(s->lowest[i], CAPERI_VOID);
            caperi_note_worst(&s->figures, CAPER_METRIC_HANG, i, -1, high * 1000.0);
        }
    }
    s->figures.value[CAPER_METRIC_HANG] = 100.0 * (double)hanging / (double)n;
}

// --- balance -----------------------------------------------------------------------------------

static float touch_of(const caperi_subject *s)
{
    bool found = caperi_is_found(CAPER_METRIC_BALANCE, s->origin);
    return (found ? TOUCH_FOUND : TOUCH) * s->footage.scale.length;
}

static void add_touching_corners(const caperi_subject *s, int frame, int body, caperi_flat *points,
                                 int *count)
{
    const caper_body *b = &s->character->bodies[body];
    const caper_transform *t = caperi_footage_at(&s->footage, frame, body);
    float touch = touch_of(s);
    for (int c = 0; c < 8 && *count < CAPERI_MOST_FLAT; c++) {
        caper_vec3 corner = {b->box_center.x + (c & 1 ? b->box_half.x : -b->box_half.x),
                             b->box_center.y + (c & 2 ? b->box_half.y : -b->box_half.y),
                             b->box_center.z + (c & 4 ? b->box_half.z : -b->box_half.z)};
        caper_vec3 p = caper_transform_mul_point(*t, corner);
        if (height_of(s, p) <= touch) {
            points[(*count)++] = (caperi_flat){p.x, p.z};
        }
    }
}

// What touches the surface: soles, and the corners of all other boxes.
static int list_support(const caperi_subject *s, int frame, caperi_flat *points)
{
    int count = 0;
    float touch = touch_of(s);
    for (int k = 0; k < s->soles.count && count < CAPERI_MOST_FLAT; k++) {
        const caperi_sole *sole = &s->soles.items[k];
        if (sole->gap[frame] <= touch) {
            points[count++] = (caperi_flat){sole->path[frame].x, sole->path[frame].z};
        }
    }
    for (int b = 0; b < s->footage.body_count; b++) {
        bool other =
            !(s->kinds[b] & CAPERI_KIND_HELPER) && !(s->character->bodies[b].caps & CAPER_CAP_FOOT);
        if (other && (!s->ground.flat || caperi_body_height(s, frame, b) <= touch)) {
            add_touching_corners(s, frame, b, points, &count);
        }
    }
    return count;
}

static bool is_quiet(const caperi_subject *s, int frame, int h, float leg)
{
    const caper_vec3 *c = s->centers;
    float time = (float)h / s->footage.rate;
    float vx = (c[frame + h].x - c[frame - h].x) / (2 * time);
    float vz = (c[frame + h].z - c[frame - h].z) / (2 * time);
    float ax = (c[frame + h].x - 2 * c[frame].x + c[frame - h].x) / (time * time);
    float ay = (c[frame + h].y - 2 * c[frame].y + c[frame - h].y) / (time * time);
    float az = (c[frame + h].z - 2 * c[frame].z + c[frame - h].z) / (time * time);
    // a small body that keeps the time of a larger source is as quick as that one was
    double froude = (double)(vx * vx + vz * vz) / (double)(CAPERI_GRAVITY * s->tempo * leg);
    float change = QUIET_CHANGE * s->tempo;
    return froude < QUIET_FROUDE && ax * ax + ay * ay + az * az < change * change;
}

// How far and to which side the center of mass is beside the feet at rest. Masses of rigs are
// guesses: who stands so in his own file is not falling, to that side.
static caper_vec3 beside_at_rest(const caper_character *c)
{
    caperi_flat points[CAPERI_MOST_FLAT];
    int count = 0;
    for (int i = 0; i < c->leg_count; i++) {
        caper_vec3 soles[CAPER_MAX_CONTACTS];
        int more = caper_body_sole_points(c, c->legs[i].foot, soles);
        for (int k = 0; k < more && count < CAPERI_MOST_FLAT; k++) {
            caper_vec3 p = caper_transform_mul_point(c->rest_model[c->legs[i].foot], soles[k]);
            points[count++] = (caperi_flat){p.x, p.z};
        }
    }
    caperi_flat mass = {c->center_of_mass.x, c->center_of_mass.z};
    caperi_flat nearest = mass;
    if (count == 0 || !(caperi_flat_outside(points, count, mass, &nearest) > 0)) {
        return caper_vec3_zero();
    }
    return caper_vec3_make(mass.x - nearest.x, 0, mass.z - nearest.z);
}

// The share of the way beside the feet that the body stands beside them at rest.
static float excused(const caperi_subject *s, int frame, caper_vec3 rest, caperi_flat mass,
                     caperi_flat nearest)
{
    int root = s->character->root_body;
    caper_quat turned = caper_quat_mul(caperi_footage_at(&s->footage, frame, root)->rotation,
                                       caper_quat_conj(s->character->rest_model[root].rotation));
    caper_vec3 way = caper_vec3_make(mass.x - nearest.x, 0, mass.z - nearest.z);
    way = caper_vec3_normalize_or(way, caper_vec3_zero());
    return fmaxf(0.0f, caper_vec3_dot(way, caper_quat_rotate(turned, rest)));
}

static void measure_balance(caperi_subject *s)
{
    const caper_character *c = s->character;
    if (c->leg_count == 0) {
        return;
    }
    float leg = 0;
    for (int i = 0; i < c->leg_count; i++) {
        leg += c->legs[i].length / (float)c->leg_count;
    }
    // speed and change over 0.1 s to either side; asked four times in that time
    int n = s->footage.frame_count, h = caperi_frames_of(s, 0.1f), step = h / 4 < 1 ? 1 : h / 4;
    int quiet = 0, over = 0;
    float beside = CAPERI_BESIDE * s->footage.scale.length;
    caper_vec3 rest = beside_at_rest(c);
    for (int i = h; i + h < n; i += step) {
        caperi_flat points[CAPERI_MOST_FLAT];
        if (s->airborne[i] || !is_quiet(s, i, h, leg)) {
            continue;
        }
        int count = list_support(s, i, points);
        if (count == 0) {
            continue;
        }
        caperi_flat mass = {s->centers[i].x, s->centers[i].z}, nearest = mass;
        float off = caperi_flat_outside(points, count, mass, &nearest);
        off = off > 0 ? fmaxf(0.0f, off - excused(s, i, rest, mass, nearest)) : off;
        quiet++;
        over += off <= beside;
        if (s->curves[CAPERI_CURVE_BALANCE]) {
            for (int k = i; k < i + step; k++) {
                s->curves[CAPERI_CURVE_BALANCE][k] = off * 1000.0f;
            }
        }
        if (off > beside) {
            caperi_note_worst(&s->figures, CAPER_METRIC_BALANCE, i, -1, (double)off * 1000.0);
        }
    }
    if (quiet * step >= caperi_frames_of(s, LEAST_QUIET)) {
        s->figures.value[CAPER_METRIC_BALANCE] = 100.0 * (double)over / (double)quiet;
    }
}

bool caperi_measure_weight(caperi_subject *s, caper_arena *arena)
{
    if (!make_centers(s, arena) || !make_falls(s, arena) || !find_airborne(s, arena)) {
        return false;
    }
    if (!(s->character->mass > 0)) {
        return true;
    }
    measure_fall(s);
    if (s->character->leg_count > 0) {
        measure_flights(s);
        measure_hang(s);
        measure_balance(s);
    }
    if (s->curves[CAPERI_CURVE_FALL]) {
        for (int i = 0; i < s->footage.frame_count; i++) {
            s->curves[CAPERI_CURVE_FALL][i] = s->falls[i] / CAPERI_GRAVITY;
        }
    }
    return true;
}
