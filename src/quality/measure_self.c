// SPDX-License-Identifier: MIT
// Self-penetration: how deep the boxes of two bodies overlap, by separating axes.
//
// Pairs that are near in the tree (within two joints) or that overlap at rest are no offence. Most
// other pairs are far apart most of the time: as bodies move no faster than they do in this clip, a
// pair that is a distance apart cannot meet for some frames, and is not asked until then.
#include "quality/measures.h"

#include <math.h>

#define OVERLAP 0.02f // metres at size 1.8: flesh gives
#define NEVER INT32_MAX

typedef struct self_pair {
    int16_t a, b;
    int32_t next; // frame at which it is asked again
    int32_t link; // next pair of that frame
} self_pair;

typedef struct self_box {
    caper_vec3 center, half;
    float reach; // half diagonal
    float speed; // metres a frame, at most
} self_box;

// Bodies that are told from each other, and their nearest such ancestors.
typedef struct self_work {
    self_box *boxes;
    int16_t *parents;
    self_pair *pairs;
    int pair_count;
    caper_vec3 *centers; // of the boxes, in this frame
} self_work;

// --- boxes -------------------------------------------------------------------------------------

// How deep two boxes overlap: the least way that parts them; 0 when they are apart.
static float box_overlap(const self_box *a, const caper_transform *ta, const self_box *b,
                         const caper_transform *tb)
{
    caper_mat3 ra = caper_quat_to_mat3(ta->rotation), rb = caper_quat_to_mat3(tb->rotation);
    caper_vec3 d = caper_vec3_sub(caper_transform_mul_point(*tb, b->center),
                                  caper_transform_mul_point(*ta, a->center));
    caper_vec3 ax[3] = {ra.x, ra.y, ra.z}, bx[3] = {rb.x, rb.y, rb.z};
    float ah[3] = {a->half.x, a->half.y, a->half.z}, bh[3] = {b->half.x, b->half.y, b->half.z};
    float c[3][3], least = INFINITY;
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++) {
            c[i][j] = caper_vec3_dot(ax[i], bx[j]);
        }
    }
    for (int i = 0; i < 3; i++) {
        float reach_a =
            ah[i] + bh[0] * fabsf(c[i][0]) + bh[1] * fabsf(c[i][1]) + bh[2] * fabsf(c[i][2]);
        float reach_b =
            bh[i] + ah[0] * fabsf(c[0][i]) + ah[1] * fabsf(c[1][i]) + ah[2] * fabsf(c[2][i]);
        least = fminf(least, reach_a - fabsf(caper_vec3_dot(d, ax[i])));
        least = fminf(least, reach_b - fabsf(caper_vec3_dot(d, bx[i])));
        if (least <= 0) {
            return 0;
        }
    }
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++) {
            caper_vec3 axis = caper_vec3_cross(ax[i], bx[j]);
            float length = caper_vec3_length(axis);
            if (length < 1e-3f) {
                continue; // parallel edges: the faces have spoken
            }
            int i1 = (i + 1) % 3, i2 = (i + 2) % 3, j1 = (j + 1) % 3, j2 = (j + 2) % 3;
            float reach = ah[i1] * fabsf(c[i2][j]) + ah[i2] * fabsf(c[i1][j]) +
                          bh[j1] * fabsf(c[i][j2]) + bh[j2] * fabsf(c[i][j1]);
            least = fminf(least, (reach - fabsf(caper_vec3_dot(d, axis))) / length);
            if (least <= 0) {
                return 0;
            }
        }
    }
    return least;
}

// --- pairs -------------------------------------------------------------------------------------

static bool are_near(const int16_t *parents, int a, int b)
{
    int pa = parents[a], pb = parents[b];
    int ga = pa >= 0 ? parents[pa] : -1, gb = pb >= 0 ? parents[pb] : -1;
    return pa == b || pb == a || (pa >= 0 && pa == pb) || ga == b || gb == a;
}

static int list_pairs(const caperi_subject *s, self_work *w, bool write)
{
    const caper_character *c = s->character;
    int count = 0;
    for (int a = 0; a < c->body_count; a++) {
        for (int b = a + 1; b < c->body_count; b++) {
            if (((s->kinds[a] | s->kinds[b]) & CAPERI_KIND_HELPER) || are_near(w->parents, a, b)) {
                continue;
            }
            if (write) {
                caper_vec3 pa = caper_transform_mul_point(c->rest_model[a], w->boxes[a].center);
                caper_vec3 pb = caper_transform_mul_point(c->rest_model[b], w->boxes[b].center);
                bool apart = caper_vec3_distance(pa, pb) > w->boxes[a].reach + w->boxes[b].reach ||
                             box_overlap(&w->boxes[a], &c->rest_model[a], &w->boxes[b],
                                         &c->rest_model[b]) <= 0;
                if (!apart) {
                    continue;
                }
                w->pairs[count] = (self_pair){(int16_t)a, (int16_t)b, 0, -1};
            }
            count++;
        }
    }
    return count;
}

static void place_centers(const caperi_subject *s, const self_work *w, int frame)
{
    const caper_transform *t = caperi_footage_at(&s->footage, frame, 0);
    for (int b = 0; b < s->footage.body_count; b++) {
        w->centers[b] = caper_transform_mul_point(t[b], w->boxes[b].center);
    }
}

// The fastest that each box moves from frame to frame, by its center.
static void find_speeds(const caperi_subject *s, self_work *w, caper_vec3 *last)
{
    for (int i = 0; i < s->footage.frame_count; i++) {
        place_centers(s, w, i);
        for (int b = 0; b < s->footage.body_count; b++) {
            if (i > 0) {
                caper_vec3 d = caper_vec3_sub(w->centers[b], last[b]);
                w->boxes[b].speed = fmaxf(w->boxes[b].speed, caper_vec3_dot(d, d));
            }
            last[b] = w->centers[b];
        }
    }
    for (int b = 0; b < s->footage.body_count; b++) {
        w->boxes[b].speed = sqrtf(w->boxes[b].speed) * 1.001f;
    }
}

static bool make_work(self_work *w, const caperi_subject *s, caper_arena *arena)
{
    const caper_character *c = s->character;
    size_t n = (size_t)c->body_count + 1;
    w->boxes = caper_arena_alloc_zero(arena, n, sizeof(self_box), 16);
    w->parents = caper_arena_alloc_zero(arena, n, sizeof(int16_t), 16);
    w->centers = caper_arena_alloc_zero(arena, n, sizeof(caper_vec3), 16);
    caper_vec3 *last = caper_arena_alloc_zero(arena, n, sizeof(caper_vec3), 16);
    if (!w->boxes || !w->parents || !w->centers || !last) {
        return false;
    }
    for (int b = 0; b < c->body_count; b++) {
        int p = c->bodies[b].parent;
        while (p >= 0 && (s->kinds[p] & CAPERI_KIND_HELPER)) {
            p = c->bodies[p].parent;
        }
        w->parents[b] = (int16_t)p;
        w->boxes[b].center = c->bodies[b].box_center;
        w->boxes[b].half = c->bodies[b].box_half;
        w->boxes[b].reach = caper_vec3_length(c->bodies[b].box_half);
    }
    w->pair_count = list_pairs(s, w, false);
    w->pairs = caper_arena_alloc_zero(arena, (size_t)w->pair_count + 1, sizeof(self_pair), 16);
    if (!w->pairs) {
        return false;
    }
    w->pair_count = list_pairs(s, w, true);
    find_speeds(s, w, last);
    return true;
}

// Frames until a pair that is so far apart could overlap; at least 1.
static int frames_apart(const self_work *w, const self_pair *p, float apart, int left)
{
    float speed = w->boxes[p->a].speed + w->boxes[p->b].speed;
    if (apart <= 0) {
        return 1;
    }
    if (apart >= speed * (float)left) {
        return left + 1;
    }
    int frames = (int)(apart / speed);
    return frames < 1 ? 1 : frames;
}

bool caperi_measure_self(caperi_subject *s, caper_arena *arena)
{
    const caperi_footage *f = &s->footage;
    int n = f->frame_count, overlapping = 0;
    self_work w;
    int32_t *due = caper_arena_alloc(arena, ((size_t)n + 1) * sizeof(int32_t), 16);
    if (!due || !make_work(&w, s, arena)) {
        return false;
    }
    for (int i = 0; i < n; i++) {
        due[i] = -1;
    }
    for (int k = w.pair_count - 1; k >= 0; k--) {
        w.pairs[k].link = due[0];
        due[0] = k;
    }
    float limit = OVERLAP * f->scale.length;
    for (int i = 0; i < n; i++) {
        bool any = false;
        if (due[i] >= 0) {
            place_centers(s, &w, i);
        }
        for (int k = due[i], link; k >= 0; k = link) {
            self_pair *p = &w.pairs[k];
            link = p->link;
            caper_vec3 d = caper_vec3_sub(w.centers[p->a], w.centers[p->b]);
            float reach = w.boxes[p->a].reach + w.boxes[p->b].reach;
            float apart = caper_vec3_length(d) - reach;
            float depth = apart > 0 ? 0
                                    : box_overlap(&w.boxes[p->a], caperi_footage_at(f, i, p->a),
                                                  &w.boxes[p->b], caperi_footage_at(f, i, p->b));
            if (depth > limit) {
                any = true;
                caperi_note_worst(&s->figures, CAPER_METRIC_SELF_PENETRATION, i, p->b,
                                  (double)(depth * 1000.0f));
                float *curve = s->curves[CAPERI_CURVE_SELF];
                if (curve) {
                    curve[i] = fmaxf(curve[i], depth * 1000.0f);
                }
            }
            int again = i + frames_apart(&w, p, apart, n - i);
            if (again < n) {
                p->link = due[again];
                due[again] = k;
            }
        }
        overlapping += any;
    }
    s->figures.value[CAPER_METRIC_SELF_PENETRATION] =
        100.0 * (double)overlapping / (double)(n > 0 ? n : 1);
    return true;
}
