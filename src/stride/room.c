// SPDX-License-Identifier: MIT
//
// Room for a foot over its whole stance: whether a place suits it as it lands, stands and rolls
// off, where near it there is more room, and how far the ground goes on there.
#include "stride/stride.h"

#include <math.h>
#include <string.h>

// Of leg length: by which the edge of the ground under a foot is looked for.
#define EDGE_STEP 0.015f
#define EDGE_STEPS 20
#define EDGE_HALVES 8     // of a step, at most, until it is found to
#define EDGE_FINE 0.0015f // of leg length
#define EDGE_ASIDE 0.03f  // of leg length: half of a foot's width
#define DOWN_STEP 0.05f   // of leg length: one that goes down by more is a step down
#define HEEL_ROOM 0.05f   // of leg length: behind a heel that comes down beside a step
#define NEARLY_LOW 0.01f  // of leg length: points that are no higher than the lowest carry too
#define TOE_ROOM 0.2f     // of the sole: before toes that leave for a step that is higher
#define HANGS 0.06f       // of leg length: what hangs in the air by more is as bad
#define CLOSE 0.03f       // of leg length: how bad it is when a heel has not that room
#define ROLLS 0.045f      // of leg length: by which toes go ahead as a foot rolls off (CMU walks)
#define AHEAD 0.09f       // of leg length: what goes ahead by more slides (CMU walks: half)
#define BRUSHES 0.01f     // of leg length: how deep its toes may get into a step then
#define ROLL_OFF 8        // moments before a foot leaves: 0.13 s of a person
#define TIGHT 0.005f      // of leg length: a foot that gets no deeper into a step has room
#define ROOM_STEP 0.02f   // of leg length: by which a footing moves to make room
#define ROOM_STEPS 5
#define ROOM_PARTS 4
#define BRIDGES 0.1f // sine of its angle to the ground from which a sole bridges an edge
#define BESIDE 0.1f  // of leg length: by which another place is looked for then

/// A point of a foot at one of the moments of a stance, from the place of its sole.
typedef struct print {
    caper_vec3 at;
    bool lands;  // it is of the foot as it comes down
    bool stands; // it is no higher than the lowest one: it carries, or should
    bool leaves; // the foot is about to leave
    bool rolled; // it has left
    bool swings; // and is on its way
} print;

#define MOMENTS 24

/// A stance that looks for a place.
typedef struct look {
    const caperi_footing_job *footing;
    caper_vec3 ahead;
    caper_vec3 back; // what its heel wants behind it as it comes down
    print prints[MOMENTS * CAPERI_FOOT_POINTS];
    int firsts[MOMENTS + 1]; // of the prints of each moment, and after the last
    int moment_count;
    int worst; // of the moments
} look;

/// The points of a foot over a stance, wherever it is; most happens as it lands and as it rolls
/// off, and few moments are looked at in between.
static void find_prints(const caper_stride *s, const caperi_stride_event *e, look *l)
{
    int pivot = 0;
    float length = l->footing->length;
    caper_vec3 ahead = l->ahead;
    caper_vec3 slid = caper_vec3_zero(), last_pivot = slid;
    int last = e->end + CAPERI_STRIDE_LEAVING < s->state->count ? e->end + CAPERI_STRIDE_LEAVING
                                                                : s->state->count - 1;
    l->moment_count = l->worst = l->firsts[0] = 0;
    for (int i = e->land, next; i <= last; i = next) {
        next = i + (i == e->land || i + 2 > last ? 1 : 2);
        bool between = i > e->land + 1 && i + ROLL_OFF < e->end && (i - e->land) % 8 != 0;
        if (between && next <= e->mid) {
            continue;
        }
        const caperi_moment_leg *at = caperi_moment_leg_at(s, i, e->leg);
        const caperi_glimpse *root = caperi_moment_at(s, i);
        caper_vec3 points[CAPERI_FOOT_POINTS];
        int count = caperi_foot_points(&s->legs[e->leg], at->tips, points);
        float low = root->flat.y + at->low;
        caperi_transform_points(&at->foot, points, count, points);
        for (int k = 0; k < count; k++) {
            points[k] = caperi_glimpse_point(root, points[k]);
        }
        // what it stands on is held: what the motion slides by does not happen; toes that roll off
        // do go ahead
        slid = i > e->mid ? caper_vec3_add(slid, caper_vec3_sub(points[pivot], last_pivot)) : slid;
        pivot = 0;
        for (int k = 1; k < count; k++) {
            pivot = points[k].y < points[pivot].y ? k : pivot;
        }
        last_pivot = points[pivot];
        float by = caper_vec3_dot(slid, ahead), back = caper_max(-by, 0);
        back -= caper_max(by - AHEAD * length, 0);
        if (i == last && !e->patch.whole) { // nobody has seen how it rolls off
            back += ROLLS * length;
        }
        if (between || l->moment_count == MOMENTS) {
            continue;
        }
        int first = l->firsts[l->moment_count++];
        l->firsts[l->moment_count] = first + count;
        for (int k = 0; k < count; k++) {
            print *p = &l->prints[first + k];
            p->at = caper_vec3_add_scaled(points[k], ahead, back);
            p->at = caper_vec3_sub(p->at, e->patch.flat);
            p->at.y -= low; // its lowest point is on the ground
            p->lands = i == e->land && k < s->legs[e->leg].point_count;
            p->stands = p->at.y < NEARLY_LOW * length;
            p->leaves = i == e->end;
            p->rolled = i > e->end;
            p->swings = i > e->end + 1;
        }
    }
}

/// How much of the room is missing that a point wants before it, 0..1.
static float lacks_room(const caperi_footing_job *f, caper_vec3 point, caper_vec3 ahead)
{
    caper_vec3 normal;
    int platform, lacks = 0;
    float room = TOE_ROOM * caper_vec3_distance(f->toe, f->heel);
    for (int k = 1; k <= ROOM_PARTS; k++) {
        float far = room * (float)k / ROOM_PARTS;
        caper_vec3 p = caper_vec3_add_scaled(point, ahead, far);
        lacks += caperi_footing_height(f, p, &normal, &platform) > p.y + BRUSHES * f->length;
    }
    return (float)lacks / ROOM_PARTS;
}

/// How ill a place is by the points of one moment; no less than `ill`.
static float moment_ill(const look *l, int moment, caper_vec3 place, float ill)
{
    const caperi_footing_job *f = l->footing;
    float hangs = 1e30f, brushes = BRUSHES * f->length;
    caper_vec3 normal;
    int platform;
    for (int i = l->firsts[moment]; i < l->firsts[moment + 1]; i++) {
        const print *at = &l->prints[i];
        caper_vec3 p = caper_vec3_add(place, at->at);
        float gap = p.y - caperi_footing_height(f, p, &normal, &platform);
        // then its swing can still do something about it
        ill = caper_max(ill, at->swings ? caper_min(-gap - brushes, 2 * brushes) : -gap);
        if (at->leaves) {
            ill = caper_max(ill, CLOSE * f->length * lacks_room(f, p, l->ahead));
        }
        if (at->lands && (l->back.x != 0 || l->back.z != 0)) { // it comes down from there
            p = caper_vec3_add(p, l->back);
            float close = caperi_footing_height(f, p, &normal, &platform) - p.y;
            ill = caper_max(ill, caper_min(close, CLOSE * f->length));
        }
        hangs = at->stands ? caper_min(hangs, gap - at->at.y) : hangs;
    }
    bool rolled = l->prints[l->firsts[moment]].rolled;
    return rolled ? ill : caper_max(ill, caper_min(hangs, HANGS * f->length));
}

/// How ill a place suits a foot over its whole stance, metres: how deep it gets into a step before
/// its toes as they roll off, or behind its heel as it lands, and how far what it stands on hangs
/// in the air. What is as ill as `enough` is not looked at any further: what was worst at the place
/// before this one comes first.
static float stance_ill(look *l, caper_vec3 place, float enough)
{
    int first = l->worst;
    float ill = 0;
    for (int n = -1; n < l->moment_count && ill < enough; n++) {
        int moment = n < 0 ? first : n;
        float more = n == first ? ill : moment_ill(l, moment, place, ill);
        l->worst = more > ill ? moment : l->worst;
        ill = more;
    }
    return ill;
}

/// What a heel wants behind it as it comes down.
static caper_vec3 heel_room(const caperi_footing_job *f, caper_vec3 ahead)
{
    bool down = f->coming - f->place.y > DOWN_STEP * f->length;
    return caper_vec3_scale(ahead, down ? -HEEL_ROOM * f->length : 0);
}

/// Does the place that was found when the end of a stance was not yet in view suit all of it?
static bool suits(look *l, caperi_footing_job *f, const caperi_patch *kept)
{
    float most = TIGHT * f->length;
    if (kept->platform >= 0) {
        return false; // it has moved on
    }
    f->place = kept->place;
    f->normal = kept->normal;
    f->platform = kept->platform;
    l->back = heel_room(f, l->ahead);
    return f->ground->flat || stance_ill(l, f->place, most) < most;
}

/// Sine of the angle between a sole and the ground under its center: does it bridge an edge?
static float bridges(const caperi_footing_job *f)
{
    caper_vec3 normal;
    int platform;
    caperi_footing_height(f, f->place, &normal, &platform);
    float even = caper_vec3_dot(normal, f->normal);
    return sqrtf(caper_max(1 - even * even, 0));
}

/// The footing about an aim; where a sole would bridge an edge there, one a little before it or
/// beyond: what rolls cannot stand across an edge.
static void choose(caperi_footing_job *f, caper_vec3 ahead)
{
    caperi_footing_choose(f);
    float least = bridges(f);
    caperi_footing_job best = *f;
    for (int way = -1; least > BRIDGES && way <= 1; way += 2) {
        caperi_footing_job job = *f;
        job.aim = caper_vec3_add_scaled(f->aim, ahead, (float)way * BESIDE * f->length);
        caperi_footing_choose(&job);
        float across = bridges(&job);
        if (across < least) {
            least = across;
            best = job;
        }
    }
    *f = best;
}

/// Move a footing on level ground along the way until the foot has room.
static void make_room(look *l, caperi_footing_job *f)
{
    float length = f->length;
    l->back = heel_room(f, l->ahead);
    float best = stance_ill(l, f->place, 1e30f), cost = best;
    caper_vec3 from = f->place, normal;
    int platform;
    for (int i = 1; i <= ROOM_STEPS && best > TIGHT * length && f->normal.y > CAPERI_STRIDE_LEVEL;
         i++) {
        for (int way = -1; way <= 1; way += 2) {
            float off = (float)way * (float)i * ROOM_STEP * length, far = 0.1f * fabsf(off);
            caper_vec3 there = caper_vec3_add_scaled(from, l->ahead, off);
            if (far >= cost) {
                continue;
            }
            float height = caperi_footing_height(f, there, &normal, &platform);
            if (fabsf(height - from.y) > TIGHT * length) {
                continue;
            }
            float ill = stance_ill(l, there, cost - far);
            if (ill + far < cost) {
                cost = ill + far;
                best = ill;
                f->place = there;
            }
        }
    }
}

bool caperi_stride_settle(const caper_stride *s, caperi_footing_job *f,
                          const caperi_stride_event *e, caper_vec3 ahead, const caperi_patch *kept)
{
    look l;
    l.footing = f;
    l.ahead = ahead;
    if (!f->ground->flat) {
        find_prints(s, e, &l);
    }
    if (kept && suits(&l, f, kept)) {
        return true;
    }
    choose(f, ahead);
    if (!f->ground->flat) {
        make_room(&l, f);
    }
    return false;
}

/// How far the ground goes on from a place; `drop`: how far it is lower beyond.
static float ground_goes(const caperi_footing_job *f, caper_vec3 place, caper_vec3 way, float *drop)
{
    float step = EDGE_STEP * f->length, on = 0, off = 0;
    *drop = 0;
    for (int i = 1; i <= EDGE_STEPS + EDGE_HALVES; i++) {
        if ((i > EDGE_STEPS && off == 0) || off == step) { // a sole across an edge has it below
            return CAPERI_STRIDE_ENDLESS;
        }
        float far = off > 0 ? 0.5f * (on + off) : step * (float)i;
        caper_vec3 p = caper_vec3_add_scaled(place, way, far), normal;
        int platform;
        float lower = p.y - caperi_footing_height(f, p, &normal, &platform);
        bool beyond = lower > TIGHT * f->length;
        *drop = beyond ? lower : *drop;
        on = beyond ? on : far;
        off = beyond ? far : off;
        if (off - on > 0 && off - on < EDGE_FINE * f->length) {
            break;
        }
    }
    return 0.5f * (on + off);
}

caperi_edge caperi_stride_edge(const caperi_footing_job *f, float sine, float cosine)
{
    const caper_vec3 n = f->normal;
    caper_vec3 way = {sine, -(n.x * sine + n.z * cosine) / n.y, cosine},
               left = {cosine, -(n.x * cosine - n.z * sine) / n.y, -sine};
    float aside = EDGE_ASIDE * f->length, drops[2], fars[2];
    caperi_edge edge = {0, 0, 0};
    edge.far = ground_goes(f, f->place, way, &edge.drop);
    for (int i = 0; i < 2 && edge.far < CAPERI_STRIDE_ENDLESS; i++) {
        caper_vec3 from = caper_vec3_add_scaled(f->place, left, i == 0 ? -aside : aside);
        fars[i] = ground_goes(f, from, way, &drops[i]);
    }
    if (edge.far < CAPERI_STRIDE_ENDLESS) {
        float slant = 0.5f * (fars[1] - fars[0]) / aside,
              bend = 0.5f * (fars[0] + fars[1]) - edge.far;
        bool straight = fabsf(bend) < 2 * EDGE_FINE * f->length;
        edge.slant = straight ? slant : 0; // of a corner only what is along the foot is known
    }
    return edge;
}
