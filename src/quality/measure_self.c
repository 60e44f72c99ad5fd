// SPDX-License-Identifier: MIT
// Self-penetration: how deep the boxes of two bodies overlap, by separating axes.
//
// Pairs that are near in the tree (within two joints, where the links of the trunk about a shoulder
// or hip are one), that overlap at rest, or that are fingers of one hand are no offence. The others
// are asked by units: a hand with its fingers is one, within a ball that holds them in every frame
// of the clip. Most units are far from each other most of the time, and corners move no faster than
// they do in this clip, so units that lack a distance to an offence cannot be one for some frames,
// and are not asked until then.
#include "quality/measures.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define OVERLAP 0.02f // metres at size 1.8: flesh gives
// And by the thickness of the thinner part, in its thinnest half extents: boxes are larger than
// what is in them, and what is seen is a part whose middle goes under the skin of another.
#define SUNK 1.0f
#define CORE                                                                                       \
    0.7f // of a box: bodies are round; 1 / sqrt 2, the largest box in an ellipse of its axes
#define HIDDEN 0.15f  // metres at size 1.8, the thickness of a thigh: what hides so much is seen
#define TRUNK_LINKS 2 // of the spine to either side of the one that carries a limb

typedef struct self_pair {
    int16_t a, b;
    float limit; // metres of overlap that are no offence
} self_pair;

// Two units and the pairs between them.
typedef struct unit_pair {
    int16_t a, b; // bodies that lead the units
    int32_t first, count;
    int32_t link; // next one that is asked at the same frame
} unit_pair;

typedef struct self_box {
    caper_vec3 center, half;
    float reach; // half diagonal
    float speed; // metres a frame that a corner moves, at most
    float ball;  // of its unit, about its center; 0 where it leads none
    float pace;  // metres a frame that its center moves, at most
} self_box;

// Bodies that are told from each other, and their nearest such ancestors.
typedef struct self_work {
    self_box *boxes;
    const caper_vec3 *centers; // of the boxes in the world, frame major
    int16_t *parents;
    int16_t *units; // the body that leads the unit of each
    self_pair *pairs;
    unit_pair *meetings;
    int pair_count, meeting_count;
} self_work;

// --- boxes -------------------------------------------------------------------------------------

static float larger(float a, float b)
{
    return a > b ? a : b;
}

// How far two boxes are apart along the axis that parts them most; negative: how deep they overlap.
// An answer of `enough` or more may be too small: the rest is not looked at then.
static float box_gap(const self_box *a, const caper_transform *ta, const self_box *b,
                     const caper_transform *tb, caper_vec3 d, float enough)
{
    caper_mat3 ra = caper_quat_to_mat3(ta->rotation), rb = caper_quat_to_mat3(tb->rotation);
    caper_vec3 ax[3] = {ra.x, ra.y, ra.z}, bx[3] = {rb.x, rb.y, rb.z};
    float ah[3] = {a->half.x, a->half.y, a->half.z}, bh[3] = {b->half.x, b->half.y, b->half.z};
    float c[3][3], k[3][3], gap = -INFINITY;
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++) {
            c[i][j] = caper_vec3_dot(ax[i], bx[j]);
            k[i][j] = fabsf(c[i][j]);
        }
        float reach = ah[i] + bh[0] * k[i][0] + bh[1] * k[i][1] + bh[2] * k[i][2];
        gap = larger(gap, fabsf(caper_vec3_dot(d, ax[i])) - reach);
    }
    for (int i = 0; i < 3; i++) {
        float reach = bh[i] + ah[0] * k[0][i] + ah[1] * k[1][i] + ah[2] * k[2][i];
        gap = larger(gap, fabsf(caper_vec3_dot(d, bx[i])) - reach);
    }
    for (int i = 0; i < 3 && gap < enough; i++) {
        for (int j = 0; j < 3; j++) {
            float square = 1.0f - c[i][j] * c[i][j]; // of the length of the cross product
            if (square < 1e-5f) {
                continue; // parallel edges: the faces have spoken
            }
            int i1 = (i + 1) % 3, i2 = (i + 2) % 3, j1 = (j + 1) % 3, j2 = (j + 2) % 3;
            float reach =
                ah[i1] * k[i2][j] + ah[i2] * k[i1][j] + bh[j1] * k[i][j2] + bh[j2] * k[i][j1];
            float along = fabsf(caper_vec3_dot(d, caper_vec3_cross(ax[i], bx[j])));
            gap = larger(gap, (along - reach) / sqrtf(square));
        }
    }
    return gap;
}

static float thinnest(const self_box *box)
{
    return fminf(box->half.x, fminf(box->half.y, box->half.z));
}

// --- pairs -------------------------------------------------------------------------------------

static bool are_near(const int16_t *parents, int a, int b)
{
    int pa = parents[a], pb = parents[b];
    int ga = pa >= 0 ? parents[pa] : -1, gb = pb >= 0 ? parents[pb] : -1;
    return pa == b || pb == a || (pa >= 0 && pa == pb) || ga == b || gb == a;
}

static bool overlap_at_rest(const caper_character *c, const self_work *w, int a, int b)
{
    caper_vec3 pa = caper_transform_mul_point(c->rest_model[a], w->boxes[a].center);
    caper_vec3 pb = caper_transform_mul_point(c->rest_model[b], w->boxes[b].center);
    return caper_vec3_distance(pa, pb) <= w->boxes[a].reach + w->boxes[b].reach &&
           box_gap(&w->boxes[a], &c->rest_model[a], &w->boxes[b], &c->rest_model[b],
                   caper_vec3_sub(pb, pa), 0.0f) < 0;
}

static int place_on_spine(const caper_character *c, int body)
{
    for (int i = 0; i < c->spine_count; i++) {
        if (c->spine[i] == body) {
            return i;
        }
    }
    return -1;
}

// Metres along the spine at rest.
static float trunk_between(const caper_character *c, int from, int to)
{
    float sum = 0;
    for (int i = from < to ? from : to; i < (from < to ? to : from); i++) {
        sum += caper_vec3_distance(c->rest_model[c->spine[i]].position,
                                   c->rest_model[c->spine[i + 1]].position);
    }
    return sum;
}

// Does a part of a limb spring from within the box of a trunk? Those of rigs reach over shoulders.
static bool springs_within(const caper_character *c, int limb, int trunk)
{
    const caper_body *b = &c->bodies[trunk];
    caper_vec3 at = caper_transform_unmul_point(c->rest_model[trunk], c->rest_model[limb].position);
    caper_vec3 in = caper_vec3_sub(caper_vec3_abs(caper_vec3_sub(at, b->box_center)), b->box_half);
    return in.x <= 0 && in.y <= 0 && in.z <= 0;
}

// Does a part of a limb begin nearer to where the limb springs than the trunk is thick? Tails of
// rigs have several parts within the rump.
static bool begins_within(const caper_character *c, const int16_t *parents, int limb, int trunk)
{
    float way = 0;
    for (int b = limb; b >= 0 && place_on_spine(c, parents[b]) < 0; b = parents[b]) {
        way += parents[b] < 0 ? 0
                              : caper_vec3_distance(c->rest_model[b].position,
                                                    c->rest_model[parents[b]].position);
    }
    caper_vec3 half = c->bodies[trunk].box_half;
    return way <= 2.0f * fminf(half.x, fminf(half.y, half.z));
}

// The upper two parts of a limb lie against the trunk, of which the link that carries them is one
// of several: a horse's elbow moves along its barrel, as far as its upper arm is long.
static bool lies_against(const caper_character *c, const int16_t *parents, int limb, int trunk)
{
    int from = place_on_spine(c, c->bodies[limb].spine), to = place_on_spine(c, trunk);
    int first = parents[limb], second = first >= 0 ? parents[first] : -1;
    bool upper = first == c->bodies[limb].spine || second == c->bodies[limb].spine ||
                 (from >= 0 && to >= 0 && begins_within(c, parents, limb, trunk));
    caper_vec3 half = c->bodies[limb].box_half;
    float length = 2.0f * fmaxf(half.x, fmaxf(half.y, half.z));
    return from >= 0 && to >= 0 && limb != c->bodies[limb].spine && upper &&
           (abs(from - to) <= TRUNK_LINKS || trunk_between(c, from, to) <= length ||
            springs_within(c, limb, trunk));
}

// Where the spine carries a body by at most so many parts of a limb, or -1.
static int springs_from(const caper_character *c, const int16_t *parents, int body, int parts)
{
    for (int i = 0, up = parents[body]; i < parts && up >= 0; i++, up = parents[up]) {
        if (place_on_spine(c, up) >= 0) {
            return place_on_spine(c, up);
        }
    }
    return -1;
}

// Limbs that spring from the trunk side by side lie against each other there: the first part of one
// against the first two of the other, as a spider's thighs do.
static bool spring_together(const caper_character *c, const int16_t *parents, int a, int b)
{
    int first_a = springs_from(c, parents, a, 1), first_b = springs_from(c, parents, b, 1);
    int from = springs_from(c, parents, a, 2), to = springs_from(c, parents, b, 2);
    return from >= 0 && to >= 0 && (first_a >= 0 || first_b >= 0) && abs(from - to) <= TRUNK_LINKS;
}

// Is it a hand, or a finger of one?
static bool is_of_hand(const caper_character *c, int body)
{
    for (int b = body; b >= 0 && c->bodies[b].base >= 0; b = c->bodies[b].parent) {
        if (c->bodies[b].caps & (CAPER_CAP_GRASPER | CAPER_CAP_FOOT)) {
            return !(c->bodies[b].caps & CAPER_CAP_FOOT);
        }
    }
    return false;
}

// Fingers of two hands that meet interlace: palms tell whether the hands are in each other.
static bool interlace(const caperi_subject *s, int a, int b)
{
    return ((s->kinds[a] | s->kinds[b]) & CAPERI_KIND_TIP) && is_of_hand(s->character, a) &&
           is_of_hand(s->character, b);
}

// Hair, cloth, a tongue or a bag: what hangs on the trunk or a face and can do nothing gives way.
static bool is_ornament(const caper_character *c, const int16_t *parents, int body)
{
    caper_caps all = 0, face = CAPER_CAP_EYE | CAPER_CAP_EAR | CAPER_CAP_MOUTH;
    for (int b = body; b >= 0 && place_on_spine(c, b) < 0; b = parents[b]) {
        all |= c->bodies[b].caps;
    }
    return c->bodies[body].caps == 0 && !(all & ~face) && place_on_spine(c, body) < 0;
}

// Wings of one side are sheets that fold over each other, as feathers do.
static bool fold_together(const caper_character *c, int a, int b)
{
    return (c->bodies[a].caps & c->bodies[b].caps & CAPER_CAP_WING) &&
           c->rest_model[a].position.x * c->rest_model[b].position.x > 0;
}

static bool may_offend(const caperi_subject *s, const self_work *w, int a, int b)
{
    const caper_character *c = s->character;
    caper_caps face = CAPER_CAP_EYE | CAPER_CAP_EAR | CAPER_CAP_MOUTH; // soft, or too small to see
    return !((s->kinds[a] | s->kinds[b]) & CAPERI_KIND_HELPER) &&
           !((c->bodies[a].caps | c->bodies[b].caps) & face) && !are_near(w->parents, a, b) &&
           !lies_against(c, w->parents, a, b) && !lies_against(c, w->parents, b, a) &&
           !is_ornament(c, w->parents, a) && !is_ornament(c, w->parents, b) &&
           !spring_together(c, w->parents, a, b) && !fold_together(c, a, b) &&
           !interlace(s, a, b) && !overlap_at_rest(c, w, a, b);
}

// Pairs between the bodies of two units.
static int list_between(const caperi_subject *s, const self_work *w, int u, int v, self_pair *pairs)
{
    int count = 0, n = s->character->body_count;
    for (int a = u; a < n; a++) {
        for (int b = v; b < n && w->units[a] == u; b++) {
            if (w->units[b] == v && may_offend(s, w, a, b)) {
                pairs[count++] = (self_pair){(int16_t)a, (int16_t)b, 0};
            }
        }
    }
    return count;
}

static bool list_pairs(const caperi_subject *s, self_work *w, caper_arena *arena)
{
    size_t n = (size_t)s->character->body_count;
    int units = 0;
    for (size_t b = 0; b < n; b++) {
        units += w->units[b] == (int)b && !(s->kinds[b] & CAPERI_KIND_HELPER);
    }
    size_t most = (size_t)units * (size_t)units / 2 + 1;
    w->pairs = caper_arena_alloc(arena, (n * n / 2 + 1) * sizeof(self_pair), 16);
    w->meetings = caper_arena_alloc_zero(arena, most, sizeof(unit_pair), 16);
    if (!w->pairs || !w->meetings) {
        return false;
    }
    for (int u = 0; u < (int)n; u++) {
        for (int v = u + 1; v < (int)n && w->units[u] == u; v++) {
            if (w->units[v] != v || ((s->kinds[u] | s->kinds[v]) & CAPERI_KIND_HELPER)) {
                continue;
            }
            int count = list_between(s, w, u, v, w->pairs + w->pair_count);
            if (count > 0) {
                w->meetings[w->meeting_count++] =
                    (unit_pair){(int16_t)u, (int16_t)v, w->pair_count, count, -1};
                w->pair_count += count;
            }
        }
    }
    return true;
}

// Where skin tells what is in a box, it is that: never more than the box itself says.
static bool take_cores(const caperi_subject *s, self_work *w, caper_arena *arena)
{
    const caperi_footage *f = &s->footage;
    size_t n = (size_t)f->body_count;
    caper_vec3 *centers =
        caper_arena_alloc(arena, (n * (size_t)f->frame_count + 1) * sizeof *centers, 16);
    for (size_t b = 0; centers && b < n; b++) {
        const caperi_core *core = &s->cores[b];
        if (core->half.x >= 0) {
            w->boxes[b].center = core->center;
            w->boxes[b].half = caper_vec3_min(core->half, w->boxes[b].half);
            w->boxes[b].reach = caper_vec3_length(w->boxes[b].half);
        }
        for (int i = 0; i < f->frame_count; i++) {
            centers[(size_t)i * n + b] =
                caper_transform_mul_point(*caperi_footage_at(f, i, (int)b), w->boxes[b].center);
        }
    }
    w->centers = centers;
    return centers != NULL;
}

static void find_limits(const caperi_subject *s, self_work *w)
{
    for (int i = 0; i < w->pair_count; i++) {
        self_pair *p = &w->pairs[i];
        float thin = SUNK * fminf(thinnest(&w->boxes[p->a]), thinnest(&w->boxes[p->b]));
        p->limit = fmaxf(OVERLAP * s->footage.scale.length, thin);
    }
}

// The fastest that a corner of each box moves from frame to frame: with its center, and around it.
static void find_speeds(const caperi_subject *s, self_work *w)
{
    const caperi_footage *f = &s->footage;
    int n = f->body_count;
    for (int i = 1; i < f->frame_count; i++) {
        const caper_vec3 *now = w->centers + (size_t)i * (size_t)n, *last = now - n;
        const caper_transform *t = caperi_footage_at(f, i, 0), *u = t - n;
        for (int b = 0; b < n; b++) {
            caper_vec3 d = caper_vec3_sub(now[b], last[b]);
            caper_quat p = t[b].rotation, q = u[b].rotation;
            float dot = p.x * q.x + p.y * q.y + (p.z * q.z + p.w * q.w);
            // a chord of twice the sine of half the angle
            float turn = 4.0f * larger(0.0f, 1.0f - dot * dot);
            float reach = w->boxes[b].reach;
            // (x + y)^2 <= 2 x^2 + 2 y^2
            float most = 2.0f * (caper_vec3_dot(d, d) + turn * reach * reach);
            w->boxes[b].speed = larger(w->boxes[b].speed, most);
            w->boxes[b].pace = larger(w->boxes[b].pace, caper_vec3_dot(d, d));
        }
    }
    for (int b = 0; b < n; b++) {
        w->boxes[b].speed = sqrtf(w->boxes[b].speed) * 1.001f;
        w->boxes[b].pace = sqrtf(w->boxes[b].pace) * 1.001f;
    }
}

// The ball about the leader of a unit that holds it in every frame.
static void find_balls(const caperi_subject *s, self_work *w)
{
    int n = s->footage.body_count;
    for (int b = 0; b < n; b++) {
        self_box *leader = &w->boxes[w->units[b]];
        leader->ball = larger(leader->ball, w->boxes[b].reach);
        for (int i = 0; w->units[b] != b && i < s->footage.frame_count; i++) {
            const caper_vec3 *at = w->centers + (size_t)i * (size_t)n;
            float far = caper_vec3_distance(at[b], at[w->units[b]]) + w->boxes[b].reach;
            leader->ball = larger(leader->ball, far);
        }
    }
}

static bool make_work(self_work *w, const caperi_subject *s, caper_arena *arena)
{
    const caper_character *c = s->character;
    size_t n = (size_t)c->body_count + 1;
    w->boxes = caper_arena_alloc_zero(arena, n, sizeof(self_box), 16);
    w->parents = caper_arena_alloc_zero(arena, n, sizeof(int16_t), 16);
    w->units = caper_arena_alloc_zero(arena, n, sizeof(int16_t), 16);
    if (!w->boxes || !w->parents || !w->units) {
        return false;
    }
    for (int b = 0; b < c->body_count; b++) {
        int p = c->bodies[b].parent;
        while (p >= 0 && (s->kinds[p] & CAPERI_KIND_HELPER)) {
            p = c->bodies[p].parent;
        }
        w->parents[b] = (int16_t)p;
        bool tip = (s->kinds[b] & CAPERI_KIND_TIP) && p >= 0;
        w->units[b] = tip ? w->units[p] : (int16_t)b;
        w->boxes[b].center = c->bodies[b].box_center;
        w->boxes[b].half = caper_vec3_scale(c->bodies[b].box_half, CORE);
        w->boxes[b].reach = caper_vec3_length(w->boxes[b].half);
    }
    w->centers = s->boxes;
    if (!list_pairs(s, w, arena) || (s->cores && !take_cores(s, w, arena))) {
        return false;
    }
    find_limits(s, w);
    find_speeds(s, w);
    find_balls(s, w);
    return true;
}

// Frames until what lacks so much could be an offence at such a speed; at least 1.
static int frames_until(float speed, float lacks, int left)
{
    if (lacks <= 0.0f) { // an offence already, and what does not move has no speed to divide by
        return 1;
    }
    if (lacks >= speed * (float)left) {
        return left + 1;
    }
    int frames = (int)(lacks / speed);
    return frames < 1 ? 1 : frames;
}

static void note_overlap(caperi_subject *s, int frame, const self_pair *p, float depth)
{
    if (caperi_note_worst(&s->figures, CAPER_METRIC_SELF_PENETRATION, frame, p->b,
                          (double)(depth * 1000.0f))) {
        s->figures.worst[CAPER_METRIC_SELF_PENETRATION].other = p->a;
    }
    float *curve = s->curves[CAPERI_CURVE_SELF];
    if (curve) {
        curve[frame] = larger(curve[frame], depth * 1000.0f);
    }
}

// Ask all pairs of two units at a frame; returns the frames until they are asked again.
static int ask_pairs(caperi_subject *s, const self_work *w, const unit_pair *m, int frame,
                     float *deepest)
{
    const caperi_footage *f = &s->footage;
    const caper_vec3 *centers = w->centers + (size_t)frame * (size_t)f->body_count;
    int again = f->frame_count;
    for (int k = m->first; k < m->first + m->count; k++) {
        const self_pair *p = &w->pairs[k];
        const self_box *a = &w->boxes[p->a], *b = &w->boxes[p->b];
        float limit = p->limit;
        caper_vec3 d = caper_vec3_sub(centers[p->b], centers[p->a]);
        float gap = caper_vec3_length(d) - a->reach - b->reach;
        if (gap < limit) { // near: the boxes themselves
            gap = box_gap(a, caperi_footage_at(f, frame, p->a), b,
                          caperi_footage_at(f, frame, p->b), d, -limit);
        }
        if (gap < -limit) {
            *deepest = larger(*deepest, -gap);
            note_overlap(s, frame, p, -gap);
        }
        int wait = frames_until(a->speed + b->speed, gap + limit, f->frame_count - frame);
        again = wait < again ? wait : again;
    }
    return again;
}

bool caperi_measure_self(caperi_subject *s, caper_arena *arena)
{
    const caperi_footage *f = &s->footage;
    int n = f->frame_count, overlapping = 0, seen = 0;
    self_work w;
    memset(&w, 0, sizeof(w));
    int32_t *due = caper_arena_alloc(arena, ((size_t)n + 1) * sizeof(int32_t), 16);
    if (!due || !make_work(&w, s, arena)) {
        return false;
    }
    for (int i = 0; i < n; i++) {
        due[i] = -1;
    }
    for (int k = w.meeting_count - 1; k >= 0; k--) {
        w.meetings[k].link = due[0];
        due[0] = k;
    }
    for (int i = 0; i < n; i++) {
        const caper_vec3 *centers = w.centers + (size_t)i * (size_t)f->body_count;
        float deepest = 0.0f;
        for (int k = due[i], link; k >= 0; k = link) {
            unit_pair *m = &w.meetings[k];
            link = m->link;
            const self_box *a = &w.boxes[m->a], *b = &w.boxes[m->b];
            float lacks = caper_vec3_distance(centers[m->a], centers[m->b]) - a->ball - b->ball;
            int again = lacks > 0 ? frames_until(a->pace + b->pace, lacks, n - i)
                                  : ask_pairs(s, &w, m, i, &deepest);
            if (again < n - i) {
                m->link = due[i + again];
                due[i + again] = k;
            }
        }
        overlapping += deepest > 0.0f;
        seen += deepest > HIDDEN * f->scale.length;
    }
    double per = 100.0 / (double)(n > 0 ? n : 1);
    s->figures.value[CAPER_METRIC_SELF_PENETRATION] = per * (double)overlapping;
    s->figures.by_eye[CAPER_METRIC_SELF_PENETRATION] = per * (double)seen;
    return true;
}
