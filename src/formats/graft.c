// SPDX-License-Identifier: MIT
//
// Feet beside the leg. Rigs that were animated by inverse kinematics often have the foot as a bone
// of its own below the root, which the tool moves to the end of the shank; nothing in the tree says
// so, and a leg that is posed without it tears the mesh. Such a body is found by three signs: it
// travels in its parent's frame in the file's own clips, it keeps its place in the frame of another
// body, and the mesh goes over from the one to the other. It is then hung on that other body, in
// the rest pose and in every clip; writing hangs it back (gltf_carry_clip.c). A file without clips
// lacks the first two signs: there the mesh alone decides, and only for bodies right below a root
// that moves no vertex.
//
// Invariant: where every body is in the scene does not change, at rest and in any frame.
#include "formats/graft.h"

#include "base/try.h"

#include <string.h>

// A body that stays within this share of the size in its parent's frame is a joint like any other:
// bones that breathe or squash move by less, feet that step by ten times as much.
#define TRAVEL 0.02
// It keeps its place in another frame where it travels by less than this share of that. A leg that
// the tool could not stretch to its target leaves the foot behind by a little.
#define STILL 0.3
// The same for a part that has no seam with anything, as the plates of a robot have none.
#define STILL_ALONE 0.1
// Share of the seams of a part of the mesh that must be with the body it is hung on.
#define SEAM 0.3
#define SEAM_WITHOUT_CLIPS 0.6
// What is hung elsewhere is a small part, by the weights of all vertices: two halves of a body that
// move together say nothing about which carries which.
#define PART 0.15
// Partners on the two sides agree within this share of the size, as those of a character do.
#define MIRRORED 0.02f
// Poses that are looked at: so many of a clip, and in all.
#define POSES_OF_A_CLIP 6
#define POSES 128
// Vertices this near, as a share of the size, are one vertex that a material or a crease has split.
#define COINCIDENT 1e-5f

void *caperi_graft_take(caperi_grafter *g, size_t count, size_t size)
{
    return caperi_draft_alloc(g->draft, &g->draft->scratch, count + 1, size, 16, g->error);
}

// -- Poses of a draft -------------------------------------------------------------------------

// The two keys around a time and how far between them it lies.
static float find_keys(const caper_track_def *track, float rate, float time, int *a, int *b)
{
    int last = track->key_count - 1, low = 0, high = last;
    if (!track->times) {
        float at = caper_clamp(time * rate, 0.0f, (float)last);
        *a = (int)at;
        *b = *a < last ? *a + 1 : last;
        return at - (float)*a;
    }
    while (low < high) {
        int middle = (low + high + 1) / 2;
        if (track->times[middle] <= time)
            low = middle;
        else
            high = middle - 1;
    }
    *a = low;
    *b = low < last ? low + 1 : last;
    float from = track->times[*a], to = track->times[*b];
    return *b > *a && time > from ? (time - from) / (to - from) : 0.0f;
}

caper_transform caperi_graft_local(const caperi_grafter *g, const caper_clip_def *clip, int body,
                                   float time)
{
    caper_transform t = g->draft->bodies[body].rest_local;
    int a, b;
    const caper_track_def *turn = g->turns[body], *move = g->moves[body];
    if (turn) {
        float u = find_keys(turn, clip->rate, time, &a, &b);
        caper_quat q[2];
        memcpy(&q[0], turn->values + 4 * (size_t)a, sizeof q[0]);
        memcpy(&q[1], turn->values + 4 * (size_t)b, sizeof q[1]);
        t.rotation = caper_quat_nlerp(q[0], q[1], u);
    }
    if (move) {
        float u = find_keys(move, clip->rate, time, &a, &b);
        caper_vec3 p[2];
        memcpy(&p[0], move->values + 3 * (size_t)a, sizeof p[0]);
        memcpy(&p[1], move->values + 3 * (size_t)b, sizeof p[1]);
        t.position = caper_vec3_lerp(p[0], p[1], u);
    }
    return t;
}

void caperi_graft_open(caperi_grafter *g, const caper_clip_def *clip)
{
    memset(g->turns, 0, (size_t)g->count * sizeof *g->turns);
    memset(g->moves, 0, (size_t)g->count * sizeof *g->moves);
    for (int i = 0; i < clip->track_count; i++) {
        const caper_track_def *track = &clip->tracks[i];
        if (track->kind == CAPER_TRACK_ROTATION)
            g->turns[track->body] = track;
        else if (track->kind == CAPER_TRACK_TRANSLATION)
            g->moves[track->body] = track;
    }
}

// Model space, by the parents of the file.
static void pose_at(const caperi_grafter *g, const caper_clip_def *clip, float time,
                    caper_transform *out)
{
    for (int i = 0; i < g->count; i++) {
        int parent = g->draft->bodies[i].parent;
        out[i] = clip ? caperi_graft_local(g, clip, i, time) : g->draft->bodies[i].rest_local;
        if (parent >= 0)
            out[i] = caper_transform_mul(out[parent], out[i]);
    }
}

static bool make_poses(caperi_grafter *g, bool clips)
{
    const caperi_draft *draft = g->draft;
    g->poses = caperi_graft_take(g, (clips ? POSES : 1) * (size_t)g->count, sizeof *g->poses);
    if (!g->poses)
        return false;
    pose_at(g, NULL, 0.0f, g->poses);
    g->pose_count = 1;
    caper_bounds bounds = caper_bounds_empty();
    for (int i = 0; i < g->count; i++) {
        caper_bounds point = {g->poses[i].position, g->poses[i].position};
        bounds = caper_bounds_union(bounds, point);
    }
    caper_vec3 size = caper_bounds_size(bounds);
    g->size = caper_max(size.x, caper_max(size.y, size.z));
    for (int c = 0; clips && c < draft->clip_count; c++) {
        const caper_clip_def *clip = &draft->clips[c];
        caperi_graft_open(g, clip);
        for (int k = 0; k < POSES_OF_A_CLIP && g->pose_count < POSES; k++) {
            float time =
                (float)k / (POSES_OF_A_CLIP - 1) * (float)(clip->frame_count - 1) / clip->rate;
            pose_at(g, clip, time, g->poses + (size_t)g->pose_count++ * (size_t)g->count);
        }
    }
    return g->size > 0.0f;
}

// How far a body gets from its mean place in the frame of another (-1: of the scene).
static double travel(const caperi_grafter *g, int body, int frame)
{
    caper_vec3 mean = caper_vec3_zero();
    double most = 0;
    for (int pass = 0; pass < 2; pass++) {
        for (int k = 0; k < g->pose_count; k++) {
            const caper_transform *pose = g->poses + (size_t)k * (size_t)g->count;
            caper_vec3 at = pose[body].position;
            if (frame >= 0)
                at = caper_transform_mul_point(caper_transform_inverse(pose[frame]), at);
            if (pass == 0)
                mean = caper_vec3_add_scaled(mean, at, 1.0f / (float)g->pose_count);
            else
                most = (double)caper_max((float)most, caper_vec3_distance(at, mean));
        }
    }
    return most / (double)g->size;
}

// -- The mesh ---------------------------------------------------------------------------------

static void add_seam(caperi_grafter *g, const caper_skin *a, size_t u, const caper_skin *b,
                     size_t v)
{
    for (size_t i = 4 * u; i < 4 * u + 4; i++) {
        for (size_t k = 4 * v; k < 4 * v + 4; k++) {
            size_t p = a->bodies[i], q = b->bodies[k];
            double w = (double)a->weights[i] * (double)b->weights[k];
            if (p == q || w == 0)
                continue;
            g->seams[p * (size_t)g->count + q] += w;
            g->seams[q * (size_t)g->count + p] += w;
        }
    }
}

typedef struct corner {
    int skin, vertex; // skin + 1; 0: none
} corner;

static uint64_t place_hash(caper_vec3 p, float cell)
{
    int32_t at[3] = {(int32_t)floorf(caper_clamp(p.x / cell, -1e9f, 1e9f)),
                     (int32_t)floorf(caper_clamp(p.y / cell, -1e9f, 1e9f)),
                     (int32_t)floorf(caper_clamp(p.z / cell, -1e9f, 1e9f))};
    return caper_hash64(at, sizeof at, 0);
}

// Vertices of other primitives, or split ones, at the same place.
static bool join_corners(caperi_grafter *g)
{
    const caperi_draft *draft = g->draft;
    size_t total = 0, mask = 1023;
    for (int s = 0; s < draft->skin_count; s++)
        total += (size_t)draft->skins[s].vertex_count;
    while (mask < 2 * total)
        mask = 2 * mask + 1;
    corner *table = caperi_graft_take(g, mask + 1, sizeof *table);
    if (!table)
        return false;
    float cell = COINCIDENT * g->size;
    for (int s = 0; s < draft->skin_count; s++) {
        const caper_skin *skin = &draft->skins[s];
        for (int v = 0; v < skin->vertex_count; v++) {
            size_t slot = (size_t)place_hash(skin->positions[v], cell) & mask;
            for (; table[slot].skin > 0; slot = (slot + 1) & mask) {
                const caper_skin *other = &draft->skins[table[slot].skin - 1];
                int at = table[slot].vertex;
                if (caper_vec3_distance(other->positions[at], skin->positions[v]) > cell)
                    continue;
                add_seam(g, skin, (size_t)v, other, (size_t)at);
                break;
            }
            if (table[slot].skin == 0)
                table[slot] = (corner){s + 1, v};
        }
    }
    return true;
}

static bool measure_mesh(caperi_grafter *g)
{
    const caperi_draft *draft = g->draft;
    size_t count = (size_t)g->count;
    g->seams = caperi_graft_take(g, count * count, sizeof *g->seams);
    if (!g->seams)
        return false;
    for (int s = 0; s < draft->skin_count; s++) {
        const caper_skin *skin = &draft->skins[s];
        for (int i = 0; i + 2 < skin->index_count; i += 3)
            for (int k = 0; k < 3; k++)
                add_seam(g, skin, skin->indices[i + k], skin, skin->indices[i + (k + 1) % 3]);
    }
    return join_corners(g);
}

static bool weigh(caperi_grafter *g)
{
    const caperi_draft *draft = g->draft;
    g->weight = caperi_graft_take(g, (size_t)g->count, sizeof *g->weight);
    if (!g->weight)
        return false;
    for (int s = 0; s < draft->skin_count; s++) {
        const caper_skin *skin = &draft->skins[s];
        for (size_t k = 0; k < 4 * (size_t)skin->vertex_count; k++)
            g->weight[skin->bodies[k]] += (double)skin->weights[k];
    }
    for (int i = 0; i < g->count; i++)
        g->all_weight += g->weight[i];
    return true;
}

static bool is_below(const int *parents, int body, int above)
{
    while (body >= 0 && body != above)
        body = parents[body];
    return body >= 0;
}

// -- Finding ----------------------------------------------------------------------------------

// Of the seams of a body, and all below it, with the rest of the mesh: the share that is with
// `onto`; the whole is in *all.
static double seam_share(const caperi_grafter *g, int body, int onto, double *all)
{
    double with = 0;
    *all = 0;
    for (int i = 0; i < g->count; i++) {
        if (!is_below(g->parents, i, body))
            continue;
        for (int k = 0; k < g->count; k++) {
            double seam = g->seams[(size_t)i * (size_t)g->count + (size_t)k];
            if (seam == 0 || is_below(g->parents, k, body))
                continue;
            *all += seam;
            with += k == onto ? seam : 0;
        }
    }
    return *all > 0 ? with / *all : 0;
}

static bool is_small_part(const caperi_grafter *g, int body)
{
    double sum = 0;
    for (int i = 0; i < g->count; i++)
        sum += is_below(g->parents, i, body) ? g->weight[i] : 0;
    return sum > 0 && sum < PART * g->all_weight;
}

// The body on the other side, by its place at rest; -1: none, or it is on the plane itself.
static int partner_of(const caperi_grafter *g, int body)
{
    caper_vec3 p = g->poses[body].position;
    float near = MIRRORED * g->size;
    int best = -1;
    p.x = -p.x;
    for (int i = 0; i < g->count; i++) {
        float far = caper_vec3_distance(g->poses[i].position, p);
        if (i != body && far < near) {
            near = far;
            best = i;
        }
    }
    return best;
}

// The body that this one stays with, by its clips and the mesh; -1: none.
static int find_host(const caperi_grafter *g, int body, double own)
{
    int best = -1;
    double least = STILL * own, all;
    seam_share(g, body, -1, &all);
    bool alone = all == 0;
    least = alone ? STILL_ALONE * own : least;
    for (int k = 0; k < g->count; k++) {
        if (g->weight[k] == 0 || k == g->parents[body] || is_below(g->parents, k, body))
            continue;
        double off = travel(g, body, k);
        if (off < least && (alone || seam_share(g, body, k, &all) >= SEAM)) {
            least = off;
            best = k;
        }
    }
    return best;
}

// By the mesh alone: a body of some chain, not one that hangs beside this one, as all bones of a
// hand may do.
static int find_host_by_mesh(const caperi_grafter *g, int body)
{
    int best = -1;
    double most = SEAM_WITHOUT_CLIPS, all;
    for (int k = 0; k < g->count; k++) {
        if (k == g->parents[body] || g->parents[k] == g->parents[body] ||
            is_below(g->parents, k, body))
            continue;
        double share = seam_share(g, body, k, &all);
        if (share > most) {
            most = share;
            best = k;
        }
    }
    return best;
}

// May it be a part that only looks loose? Cheap questions first.
static bool is_loose(const caperi_grafter *g, int body, double *own)
{
    int parent = g->draft->bodies[body].parent;
    *own = 0;
    if (parent < 0)
        return false; // the root of all
    if (g->pose_count > 1) {
        *own = travel(g, body, parent);
        return *own > TRAVEL && is_small_part(g, body);
    }
    int above = g->draft->bodies[parent].parent;
    return g->weight[parent] == 0 && (above < 0 || g->draft->bodies[above].parent < 0) &&
           is_small_part(g, body);
}

// What is so on one side is so on the other, where a clip moves only one of them enough to tell.
static void mirror_grafts(caperi_grafter *g)
{
    int found = g->graft_count;
    for (int k = 0; k < found; k++) {
        int body = partner_of(g, g->grafts[k].body), onto = partner_of(g, g->grafts[k].onto);
        if (body < 0 || onto < 0 || g->parents[body] == onto || is_below(g->parents, onto, body) ||
            g->parents[body] != g->draft->bodies[body].parent)
            continue;
        double all;
        bool together = seam_share(g, body, onto, &all) >= SEAM || all == 0;
        bool alike = g->draft->bodies[body].parent == g->draft->bodies[g->grafts[k].body].parent ||
                     partner_of(g, g->draft->bodies[body].parent) ==
                         g->draft->bodies[g->grafts[k].body].parent;
        if (!together || !alike)
            continue;
        g->grafts[g->graft_count++] = (caperi_graft){body, onto};
        g->parents[body] = onto;
    }
}

static bool find_grafts(caperi_grafter *g)
{
    for (int i = 0; i < g->count; i++) {
        double own;
        if (!is_loose(g, i, &own))
            continue;
        CAPER_PASS(g->seams || measure_mesh(g));
        int host = g->pose_count > 1 ? find_host(g, i, own) : find_host_by_mesh(g, i);
        if (host < 0)
            continue;
        g->grafts[g->graft_count++] = (caperi_graft){i, host};
        g->parents[i] = host;
    }
    mirror_grafts(g);
    return true;
}

// May a joint travel? Nothing in a file of which none does asks for more than this.
static bool may_travel(const caperi_draft *draft)
{
    for (int c = 0; c < draft->clip_count; c++)
        for (int i = 0; i < draft->clips[c].track_count; i++) {
            const caper_track_def *track = &draft->clips[c].tracks[i];
            if (track->kind != CAPER_TRACK_TRANSLATION || track->key_count < 2 ||
                draft->bodies[track->body].parent < 0)
                continue;
            for (int k = 1; k < track->key_count; k++)
                if (memcmp(track->values, track->values + 3 * (size_t)k, 3 * sizeof(float)) != 0)
                    return true;
        }
    return draft->clip_count == 0;
}

bool caperi_draft_graft(caperi_draft *draft, caperi_grafting *made, caper_error *error)
{
    memset(made, 0, sizeof *made);
    if (draft->skin_count == 0)
        return true;
    size_t count = (size_t)draft->body_count;
    caperi_grafter g = {.draft = draft, .error = error, .count = draft->body_count};
    g.turns = caperi_graft_take(&g, count, sizeof *g.turns);
    g.moves = caperi_graft_take(&g, count, sizeof *g.moves);
    g.parents = caperi_graft_take(&g, count, sizeof *g.parents);
    if (!g.turns || !g.moves || !g.parents)
        return false;
    for (int i = 0; i < g.count; i++)
        g.parents[i] = draft->bodies[i].parent;
    bool travels = may_travel(draft);
    g.grafts = caperi_graft_take(&g, count, sizeof *g.grafts);
    if (!g.grafts || !make_poses(&g, travels))
        return g.grafts && g.poses;
    CAPER_PASS(weigh(&g) && (!travels || find_grafts(&g)));
    caperi_graft_hands(&g);
    return g.graft_count == 0 || caperi_graft_apply(&g, made);
}
