// SPDX-License-Identifier: MIT
//
// Meshes become skins (glTF 2.0, section 3.7). Vertices are placed in model space as they were
// bound (M of gltf_bind.c), so that all skins of a file stand together at rest. A mesh without a
// skin is fixed to the body that its node hangs on. Invariant: a skin is a complete triangle mesh,
// every index checked, every vertex with four influences that sum to 1, strongest first.
#include "formats/gltf.h"

#include <stdio.h>
#include <string.h>

#define INFLUENCE_SETS 4 // JOINTS_0 to JOINTS_3
#define MODE_TRIANGLES 4
#define MODE_STRIP 5
#define MODE_FAN 6

// Where the vertices of a mesh node go.
typedef struct placement {
    int node;
    const caperi_gltf_skin *skin; // NULL: fixed to `body`
    int body;
    caperi_affine placing;
    caperi_mat3d normals; // the matrix of normals
    bool mirrored;
    const caper_mat4 *inverse_bind;
} placement;

// Accessors of the vertices of a primitive; equal ones are decoded once.
typedef struct vertex_source {
    int position, normal;
    int joints[INFLUENCE_SETS], weights[INFLUENCE_SETS];
    int set_count;
    int has_targets; // no bool: sources are compared as bytes
} vertex_source;

static void *keep(caperi_gltf *g, size_t count, size_t size)
{
    return caperi_gltf_alloc(g, &g->draft->arena, count, size);
}

static void *scratch(caperi_gltf *g, size_t count, size_t size)
{
    return caperi_gltf_alloc(g, &g->draft->scratch, count, size);
}

// -- Placing ----------------------------------------------------------------------------------

static bool make_rest_inverse(caperi_gltf *g)
{
    if (g->rest_inverse)
        return true;
    g->rest_inverse = keep(g, (size_t)g->body_count, sizeof *g->rest_inverse);
    for (int i = 0; g->rest_inverse && i < g->body_count; i++) {
        caperi_affine back = caperi_rigid_inverse_affine(&g->bodies[i].rest);
        g->rest_inverse[i] = caperi_affine_to_mat4(&back);
    }
    return g->rest_inverse != NULL;
}

// K x inverse bind matrix x M^-1, for each body of the skin.
static bool make_inverse_bind(caperi_gltf *g, caperi_gltf_skin *skin)
{
    if (skin->inverse_bind)
        return true;
    CAPER_PASS(make_rest_inverse(g));
    skin->inverse_bind = keep(g, (size_t)g->body_count, sizeof *skin->inverse_bind);
    if (!skin->inverse_bind)
        return false;
    memcpy(skin->inverse_bind, g->rest_inverse, (size_t)g->body_count * sizeof *skin->inverse_bind);
    caperi_affine unplace = caperi_affine_identity();
    caperi_affine_inverse(&skin->placing, &unplace);
    for (int i = 0; i < skin->joint_count; i++) {
        int body = g->nodes[skin->joints[i]].body;
        caperi_affine k = {g->bodies[body].rest_k, {0, 0, 0}};
        caperi_affine m = caperi_affine_mul(&k, &skin->inverse[i]);
        m = caperi_affine_mul(&m, &unplace);
        skin->inverse_bind[body] = caperi_affine_to_mat4(&m);
    }
    return true;
}

static void settle_normals(placement *p)
{
    double det = caperi_mat3d_det(&p->placing.linear);
    p->mirrored = det < 0;
    caperi_mat3d inverse;
    p->normals = caperi_mat3d_scale(1, 1, 1);
    if (!caperi_mat3d_inverse(&p->placing.linear, &inverse))
        return;
    // Its size means nothing. With rows of length 1 an even scale leaves normals as long as they
    // are, and a square root for each is the dearest thing here.
    double square = 0;
    for (int c = 0; c < 3; c++)
        square += inverse.m[c][0] * inverse.m[c][0];
    double size = square > 0 && square < HUGE_VAL ? sqrt(square) : 1;
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 3; c++)
            p->normals.m[r][c] = inverse.m[c][r] / size;
}

// False without an error when the mesh hangs on nothing that is a body.
static bool place_mesh(caperi_gltf *g, int node, bool skinned, placement *p, bool *seen)
{
    *seen = false;
    memset(p, 0, sizeof *p);
    p->node = node;
    p->body = -1;
    int up = g->nodes[node].carrier;
    if (skinned) {
        caperi_gltf_skin *skin = &g->skins[g->nodes[node].skin];
        CAPER_PASS(make_inverse_bind(g, skin));
        p->skin = skin;
        p->placing = skin->placing;
        p->inverse_bind = skin->inverse_bind;
    } else {
        if (up < 0)
            return true;
        CAPER_PASS(make_rest_inverse(g));
        const caperi_gltf_body *body = &g->bodies[g->nodes[up].body];
        caperi_affine back, local = caperi_affine_identity();
        if (up != node) {
            if (!caperi_affine_inverse(&g->nodes[up].world, &back))
                return true;
            local = caperi_affine_mul(&back, &g->nodes[node].world);
        }
        caperi_affine k = {body->rest_k, {0, 0, 0}}, rest = caperi_rigid_to_affine(&body->rest);
        k = caperi_affine_mul(&rest, &k);
        p->placing = caperi_affine_mul(&k, &local);
        p->body = g->nodes[up].body;
        p->inverse_bind = g->rest_inverse;
    }
    if (!caperi_affine_is_finite(&p->placing))
        return true;
    settle_normals(p);
    *seen = true;
    return true;
}

// -- Attributes -------------------------------------------------------------------------------

static bool find_attribute(caperi_gltf *g, const caperi_json_value *attributes, const char *name,
                           int *out)
{
    *out = -1;
    int count = g->accessor_count;
    return caperi_gltf_index(g, attributes, name, CAPERI_OPTIONAL, count, out);
}

static bool find_source(caperi_gltf *g, const caperi_json_value *primitive, vertex_source *source)
{
    const caperi_json_value *attributes, *targets;
    memset(source, 0, sizeof *source);
    CAPER_PASS(
        caperi_json_get_object(&g->json, primitive, "attributes", CAPERI_REQUIRED, &attributes));
    CAPER_PASS(find_attribute(g, attributes, "POSITION", &source->position));
    CAPER_PASS(find_attribute(g, attributes, "NORMAL", &source->normal));
    for (int i = 0; i < INFLUENCE_SETS; i++) {
        char joints[24], weights[24];
        snprintf(joints, sizeof joints, "JOINTS_%d", i);
        snprintf(weights, sizeof weights, "WEIGHTS_%d", i);
        CAPER_PASS(find_attribute(g, attributes, joints, &source->joints[i]));
        CAPER_PASS(find_attribute(g, attributes, weights, &source->weights[i]));
        if (source->joints[i] >= 0 && source->weights[i] >= 0 && source->set_count == i)
            source->set_count = i + 1;
    }
    CAPER_PASS(caperi_gltf_array(g, primitive, "targets", &targets));
    source->has_targets = targets && targets->count > 0;
    return true;
}

// An accessor of one vector for each of so many vertices; any number of them where count is -1.
static bool open_vectors(caperi_gltf *g, int index, int count, caperi_gltf_accessor *a)
{
    CAPER_PASS(caperi_gltf_accessor_get(g, index, a));
    if (a->width != 3 || (count >= 0 && a->count != count))
        return caperi_gltf_fail(
            g, a->place, CAPER_ERROR_INVALID,
            "accessor %d holds %d x %d numbers, expected one vector for each of %d "
            "vertices",
            index, a->count, a->width, count >= 0 ? count : a->count);
    return true;
}

// In floats: a vertex needs no more, and there are many.
static void place_points(const caperi_affine *placing, caper_vec3 *points, size_t count)
{
    caper_mat4 m = caperi_affine_to_mat4(placing), identity = caper_mat4_identity();
    if (memcmp(&m, &identity, sizeof m) == 0)
        return;
    for (size_t i = 0; i < count; i++)
        points[i] = caper_mat4_mul_point(m, points[i]);
}

static void place_normals(const caperi_mat3d *matrix, caper_vec3 *normals, size_t count)
{
    caperi_affine turn = {*matrix, {0, 0, 0}};
    caper_mat4 m = caperi_affine_to_mat4(&turn), identity = caper_mat4_identity();
    caper_vec3 up = caper_vec3_make(0.0f, 1.0f, 0.0f);
    bool turns = memcmp(&m, &identity, sizeof m) != 0;
    for (size_t i = 0; i < count; i++) {
        caper_vec3 n = turns ? caper_mat4_mul_point(m, normals[i]) : normals[i];
        // most writers normalize
        if (!(fabsf(caper_vec3_dot(n, n) - 1.0f) <= 1e-6f))
            n = caper_vec3_normalize_or(n, up);
        normals[i] = n;
    }
}

static bool check_points(caperi_gltf *g, caperi_gltf_place place, const caper_vec3 *points,
                         size_t count)
{
    if (!caperi_gltf_all_finite(&points->x, 3 * count))
        return caperi_gltf_fail(g, place, CAPER_ERROR_INVALID, "a vertex is scaled beyond measure");
    return true;
}

// Else `most` receives the largest. No more than a comparison for each, which compilers turn into
// vectors.
static bool all_below(const uint32_t *values, size_t count, uint32_t limit, uint32_t *most)
{
    uint32_t beyond = 0;
    for (size_t i = 0; i < count; i++)
        beyond |= values[i] >= limit;
    for (size_t i = 0; i < count && beyond; i++)
        *most = values[i] > *most ? values[i] : *most;
    return beyond == 0;
}

// -- Influences -------------------------------------------------------------------------------

typedef struct influence {
    int body;
    float weight;
} influence;

// Weights are shares of 1; whatever a file writes, sixteen of them must have a finite sum.
#define MOST_WEIGHT 1e30f

// Put an influence among the four strongest; a body counts once.
static void add_influence(influence best[4], int body, float weight)
{
    weight = caper_min(weight, MOST_WEIGHT);
    int at = 3;
    for (int k = 0; k < 4; k++)
        if (best[k].body == body && best[k].weight > 0.0f) {
            weight += best[k].weight;
            at = k;
            break;
        }
    if (at == 3 && best[3].weight >= weight)
        return;
    for (; at > 0 && best[at - 1].weight < weight; at--)
        best[at] = best[at - 1];
    best[at].body = body;
    best[at].weight = weight;
}

static void put_influences(const influence best[4], int fallback, uint16_t *bodies, float *weights)
{
    float sum = (best[0].weight + best[1].weight) + (best[2].weight + best[3].weight);
    for (int k = 0; k < 4; k++) {
        bool used = sum > 0.0f && best[k].weight > 0.0f;
        bodies[k] = (uint16_t)(used ? best[k].body : sum > 0.0f ? best[0].body : fallback);
        weights[k] = used ? best[k].weight / sum : sum > 0.0f || k > 0 ? 0.0f : 1.0f;
    }
    // the last bits, so that the sum is 1 and not nearly 1
    weights[0] = 1.0f - ((weights[1] + weights[2]) + weights[3]);
}

// One set of joints and weights, and some elements of it in scratch memory.
typedef struct influence_set {
    caperi_gltf_accessor joint_list, share_list;
    uint32_t *joints;
    float *shares;
} influence_set;

// Vertices that are decoded at a time: few enough to stay in the cache.
#define BATCH 256

static bool open_influence_set(caperi_gltf *g, const vertex_source *source, int set,
                               int vertex_count, influence_set *out)
{
    caperi_gltf_accessor *j = &out->joint_list, *w = &out->share_list;
    CAPER_PASS(caperi_gltf_accessor_get(g, source->joints[set], j));
    CAPER_PASS(caperi_gltf_accessor_get(g, source->weights[set], w));
    if (j->width != 4 || w->width != 4 || j->count != vertex_count || w->count != j->count)
        return caperi_gltf_fail(g, j->place, CAPER_ERROR_INVALID,
                                "JOINTS_%d and WEIGHTS_%d hold %d and %d elements, expected VEC4 "
                                "for each of %d vertices",
                                set, set, j->count, w->count, vertex_count);
    return true;
}

static bool decode_influences(caperi_gltf *g, const placement *p, influence_set *set, int first,
                              int count)
{
    caperi_gltf_accessor j = set->joint_list, w = set->share_list;
    if (count < j.count) {
        j = caperi_gltf_accessor_part(&j, first, count);
        w = caperi_gltf_accessor_part(&w, first, count);
    }
    CAPER_PASS(caperi_gltf_indices(g, &j, set->joints));
    CAPER_PASS(caperi_gltf_floats_or_zero(g, &w, set->shares));
    uint32_t most = 0;
    if (!all_below(set->joints, 4 * (size_t)count, (uint32_t)p->skin->joint_count, &most))
        return caperi_gltf_fail(g, j.place, CAPER_ERROR_INVALID,
                                "a vertex follows joint %u, the skin has %d", (unsigned)most,
                                p->skin->joint_count);
    return true;
}

// Four weights as most exporters write them: falling, each joint once, with the sum of 1.
static bool is_tidy(const uint32_t joints[4], const float w[4])
{
    if (w[0] == 1.0f && w[1] == 0.0f && w[2] == 0.0f && w[3] == 0.0f)
        return true;
    bool falls = w[0] >= w[1] && w[1] >= w[2] && w[2] >= w[3] && w[3] >= 0.0f;
    bool apart = joints[0] != joints[1] &&
                 (w[2] == 0.0f || (joints[2] != joints[0] && joints[2] != joints[1])) &&
                 (w[3] == 0.0f ||
                  (joints[3] != joints[0] && joints[3] != joints[1] && joints[3] != joints[2]));
    float sum = (w[0] + w[1]) + (w[2] + w[3]);
    return falls && (apart || w[1] == 0.0f) && fabsf(sum - 1.0f) <= 1e-6f;
}

static void put_tidy(const int *bodies_of, const uint32_t joints[4], const float w[4],
                     uint16_t *bodies, float *weights)
{
    uint16_t first = (uint16_t)bodies_of[joints[0]];
    bodies[0] = bodies[1] = bodies[2] = bodies[3] = first;
    for (int k = 1; k < 4 && w[k] > 0.0f; k++) // they fall
        bodies[k] = (uint16_t)bodies_of[joints[k]];
    weights[0] = 1.0f - ((w[1] + w[2]) + w[3]);
    weights[1] = w[1];
    weights[2] = w[2];
    weights[3] = w[3];
}

// All sets of a mesh, and the body of each joint.
typedef struct influence_source {
    influence_set sets[INFLUENCE_SETS];
    int set_count;
    int batch; // vertices decoded at a time
    int *bodies_of;
    int fallback; // for vertices that follow nothing
} influence_source;

static bool open_influences(caperi_gltf *g, const placement *p, const vertex_source *source,
                            int vertex_count, influence_source *in)
{
    memset(in, 0, sizeof *in);
    in->fallback = p->body;
    in->batch = vertex_count;
    if (!p->skin)
        return true;
    in->set_count = source->set_count;
    in->bodies_of = scratch(g, (size_t)p->skin->joint_count, sizeof *in->bodies_of);
    if (!in->bodies_of)
        return false;
    for (int i = 0; i < p->skin->joint_count; i++)
        in->bodies_of[i] = g->nodes[p->skin->joints[i]].body;
    in->fallback = in->bodies_of[0];
    in->batch = vertex_count < BATCH ? vertex_count : BATCH;
    for (int s = 0; s < in->set_count; s++) {
        influence_set *set = &in->sets[s];
        CAPER_PASS(open_influence_set(g, source, s, vertex_count, set));
        if (set->joint_list.sparse_count > 0 || set->share_list.sparse_count > 0)
            in->batch = vertex_count; // replacements are not in order
    }
    for (int s = 0; s < in->set_count; s++) {
        size_t count = 4 * (size_t)in->batch;
        in->sets[s].joints = scratch(g, count, sizeof *in->sets[s].joints);
        in->sets[s].shares = scratch(g, count, sizeof *in->sets[s].shares);
        if (!in->sets[s].joints || !in->sets[s].shares)
            return false;
    }
    return true;
}

static void settle_pair(influence *first)
{
    influence a = first[0], b = first[1];
    bool later = a.weight < b.weight;
    first[0] = later ? b : a;
    first[1] = later ? a : b;
}

// Four influences in their order, where no body has two of them: what add_influence comes to.
static bool sort_four(const int *bodies_of, const uint32_t joints[4], const float w[4],
                      influence best[4])
{
    bool odd = false;
    for (int k = 0; k < 4; k++) {
        best[k].body = bodies_of[joints[k]];
        best[k].weight = w[k] > 0.0f ? w[k] : 0.0f;
        odd |= w[k] > MOST_WEIGHT;
        for (int i = 0; i < k; i++)
            odd |= best[i].body == best[k].body && best[i].weight > 0.0f && w[k] > 0.0f;
    }
    for (int last = 2; last >= 0; last--)
        for (int k = 0; k <= last; k++)
            settle_pair(best + k);
    return !odd;
}

static void put_vertex(caperi_gltf *g, const influence_source *in, size_t at, uint16_t *bodies,
                       float *weights)
{
    const influence_set *set = in->sets;
    influence best[4] = {{0}};
    if (in->set_count == 1) {
        const uint32_t *joints = set->joints + at;
        const float *shares = set->shares + at;
        if (is_tidy(joints, shares)) {
            put_tidy(in->bodies_of, joints, shares, bodies, weights);
            return;
        }
        if (sort_four(in->bodies_of, joints, shares, best) && best[0].weight > 0.0f) {
            put_influences(best, in->fallback, bodies, weights);
            return;
        }
        memset(best, 0, sizeof best);
    }
    for (int s = 0; s < in->set_count; s++, set++)
        for (size_t k = at; k < at + 4; k++)
            if (set->shares[k] > 0.0f)
                add_influence(best, in->bodies_of[set->joints[k]], set->shares[k]);
    g->loose_vertices += in->set_count > 0 && best[0].weight == 0.0f;
    put_influences(best, in->fallback, bodies, weights);
}

static bool read_influences(caperi_gltf *g, const placement *p, const vertex_source *source,
                            const caper_skin *skin, uint16_t *bodies, float *weights)
{
    caper_arena_mark_point mark = caper_arena_mark(&g->draft->scratch);
    influence_source in;
    CAPER_PASS(open_influences(g, p, source, skin->vertex_count, &in));
    for (int first = 0; first < skin->vertex_count; first += in.batch) {
        int left = skin->vertex_count - first, now = left < in.batch ? left : in.batch;
        for (int s = 0; s < in.set_count; s++)
            CAPER_PASS(decode_influences(g, p, &in.sets[s], first, now));
        for (int i = 0; i < now; i++, bodies += 4, weights += 4)
            put_vertex(g, &in, 4 * (size_t)i, bodies, weights);
    }
    caper_arena_release(&g->draft->scratch, mark);
    return true;
}

// -- Triangles --------------------------------------------------------------------------------

static bool check_indices(caperi_gltf *g, const caperi_gltf_accessor *a, const uint32_t *indices,
                          int vertex_count)
{
    uint32_t most = 0;
    if (!all_below(indices, (size_t)a->count, (uint32_t)vertex_count, &most))
        return caperi_gltf_fail(g, a->place, CAPER_ERROR_INVALID,
                                "an index is %u, the primitive has %d vertices", (unsigned)most,
                                vertex_count);
    return true;
}

static bool read_indices(caperi_gltf *g, const caperi_json_value *primitive, int vertex_count,
                         caper_arena *arena, uint32_t **out, size_t *count)
{
    int index = -1;
    CAPER_PASS(find_attribute(g, primitive, "indices", &index));
    if (index < 0) {
        *count = (size_t)vertex_count;
        *out = caperi_gltf_alloc(g, arena, *count, sizeof **out);
        for (size_t i = 0; *out && i < *count; i++)
            (*out)[i] = (uint32_t)i;
        return *out != NULL;
    }
    caperi_gltf_accessor a;
    CAPER_PASS(caperi_gltf_accessor_get(g, index, &a));
    if (a.width != 1)
        return caperi_gltf_fail(g, a.place, CAPER_ERROR_INVALID,
                                "accessor %d holds indices, but is not SCALAR", index);
    *count = (size_t)a.count;
    *out = caperi_gltf_alloc(g, arena, *count, sizeof **out);
    return *out && caperi_gltf_indices(g, &a, *out) && check_indices(g, &a, *out, vertex_count);
}

// Strips and fans as lists.
static uint32_t *unfold(caperi_gltf *g, const uint32_t *in, size_t count, int mode)
{
    size_t triangles = count < 3 ? 0 : count - 2;
    uint32_t *out = keep(g, 3 * triangles, sizeof *out);
    for (size_t i = 0; out && i < triangles; i++) {
        size_t odd = i & 1;
        out[3 * i] = in[mode == MODE_FAN ? 0 : i + odd];
        out[3 * i + 1] = in[mode == MODE_FAN ? i + 1 : i + 1 - odd];
        out[3 * i + 2] = in[i + 2];
    }
    return out;
}

static bool read_triangles(caperi_gltf *g, const placement *p, const caperi_json_value *primitive,
                           int mode, caper_skin *skin)
{
    bool list = mode == MODE_TRIANGLES;
    caper_arena_mark_point mark = caper_arena_mark(&g->draft->scratch);
    caper_arena *arena = list ? &g->draft->arena : &g->draft->scratch;
    uint32_t *indices = NULL;
    size_t count = 0;
    CAPER_PASS(read_indices(g, primitive, skin->vertex_count, arena, &indices, &count));
    if (!list && !(indices = unfold(g, indices, count, mode)))
        return false;
    size_t triangles = list ? count / 3 : count < 3 ? 0 : count - 2;
    for (size_t i = 0; p->mirrored && i < triangles; i++) {
        uint32_t second = indices[3 * i + 1];
        indices[3 * i + 1] = indices[3 * i + 2];
        indices[3 * i + 2] = second;
    }
    skin->indices = indices;
    skin->index_count = (int)(3 * triangles);
    caper_arena_release(&g->draft->scratch, mark);
    return true;
}

// Normals of a mesh that has none: of its triangles, by their area.
static bool make_normals(caperi_gltf *g, caper_skin *skin)
{
    size_t count = (size_t)skin->vertex_count;
    caper_vec3 *normals = keep(g, count, sizeof *normals);
    if (!normals)
        return false;
    memset(normals, 0, count * sizeof *normals);
    for (int i = 0; i + 2 < skin->index_count; i += 3) {
        const uint32_t *t = skin->indices + i;
        caper_vec3 a = skin->positions[t[0]];
        caper_vec3 n = caper_vec3_cross(caper_vec3_sub(skin->positions[t[1]], a),
                                        caper_vec3_sub(skin->positions[t[2]], a));
        for (int k = 0; k < 3; k++)
            normals[t[k]] = caper_vec3_add(normals[t[k]], n);
    }
    for (size_t i = 0; i < count; i++)
        normals[i] = caper_vec3_normalize_or(normals[i], caper_vec3_make(0.0f, 1.0f, 0.0f));
    skin->normals = normals;
    return true;
}

// -- Morph targets ----------------------------------------------------------------------------

static bool read_targets(caperi_gltf *g, const placement *p, const caperi_json_value *primitive,
                         caper_skin *skin)
{
    const caperi_json_value *targets;
    CAPER_PASS(caperi_gltf_array(g, primitive, "targets", &targets));
    if (!targets || targets->count == 0)
        return true;
    size_t count = (size_t)skin->vertex_count, total = targets->count;
    caper_vec3 *offsets = keep(g, total, count * sizeof *offsets);
    if (!offsets)
        return false;
    memset(offsets, 0, total * count * sizeof *offsets);
    caperi_affine turn = {p->placing.linear, {0, 0, 0}};
    for (size_t t = 0; t < total; t++) {
        const caperi_json_value *target = &targets->as.items[t];
        int index = -1;
        CAPER_PASS(caperi_json_object(&g->json, target));
        CAPER_PASS(find_attribute(g, target, "POSITION", &index));
        if (index < 0)
            continue;
        caperi_gltf_accessor a;
        CAPER_PASS(caperi_gltf_accessor_get(g, index, &a));
        if (a.width != 3 || a.count != skin->vertex_count)
            return caperi_gltf_fail(
                g, a.place, CAPER_ERROR_INVALID,
                "accessor %d holds %d x %d numbers, expected one vector for each of "
                "%d vertices",
                index, a.count, a.width, skin->vertex_count);
        CAPER_PASS(caperi_gltf_floats(g, &a, &offsets[t * count].x));
        place_points(&turn, offsets + t * count, count);
        CAPER_PASS(check_points(g, a.place, offsets + t * count, count));
    }
    skin->morph_offsets = offsets;
    skin->morph_count = (int)total;
    return true;
}

// -- Meshes -----------------------------------------------------------------------------------

static bool read_vertices(caperi_gltf *g, const placement *p, const caperi_json_value *primitive,
                          const vertex_source *source, caper_skin *skin)
{
    caperi_gltf_accessor a;
    CAPER_PASS(open_vectors(g, source->position, -1, &a));
    size_t count = (size_t)a.count;
    // all in one piece: many small ones would leave gaps in the arena
    size_t vectors = source->normal >= 0 ? 2 : 1;
    size_t size = vectors * sizeof(caper_vec3) + 4 * (sizeof(float) + sizeof(uint16_t));
    caper_vec3 *positions = keep(g, count, size);
    if (!positions)
        return false;
    caper_vec3 *normals = positions + count;
    float *weights = &positions[vectors * count].x;
    uint16_t *bodies = (uint16_t *)(void *)(weights + 4 * count);
    skin->vertex_count = a.count;
    skin->positions = positions;
    skin->weights = weights;
    skin->bodies = bodies;
    CAPER_PASS(caperi_gltf_floats(g, &a, &positions->x));
    place_points(&p->placing, positions, count);
    CAPER_PASS(check_points(g, a.place, positions, count));
    if (source->normal >= 0) {
        CAPER_PASS(open_vectors(g, source->normal, skin->vertex_count, &a));
        CAPER_PASS(caperi_gltf_floats_or_zero(g, &a, &normals->x));
        place_normals(&p->normals, normals, count);
        skin->normals = normals;
    }
    return read_influences(g, p, source, skin, bodies, weights) &&
           read_targets(g, p, primitive, skin);
}

static bool same_source(const vertex_source *a, const vertex_source *b)
{
    return !a->has_targets && !b->has_targets && a->position == b->position && a->normal >= 0 &&
           memcmp(a, b, sizeof *a) == 0;
}

static bool read_primitive(caperi_gltf *g, const placement *p, const caperi_json_value *primitive,
                           vertex_source *last, int *made)
{
    CAPER_PASS(caperi_json_object(&g->json, primitive));
    int mode = MODE_TRIANGLES;
    CAPER_PASS(caperi_json_get_int(&g->json, primitive, "mode", CAPERI_OPTIONAL, 0, 6, &mode));
    vertex_source source;
    CAPER_PASS(find_source(g, primitive, &source));
    if (mode < MODE_TRIANGLES || source.position < 0)
        return true; // points, lines, or nothing to see
    caper_skin *skin = &g->draft->skins[*made];
    memset(skin, 0, sizeof *skin);
    if (last->position >= 0 && same_source(last, &source)) {
        const caper_skin *before = skin - 1;
        skin->vertex_count = before->vertex_count;
        skin->positions = before->positions;
        skin->normals = before->normals;
        skin->bodies = before->bodies;
        skin->weights = before->weights;
    } else {
        CAPER_PASS(read_vertices(g, p, primitive, &source, skin));
    }
    CAPER_PASS(read_triangles(g, p, primitive, mode, skin));
    if (!skin->normals)
        CAPER_PASS(make_normals(g, skin));
    skin->inverse_bind = p->inverse_bind;
    CAPER_PASS(caperi_gltf_read_look(g, primitive, skin));
    g->skin_nodes[*made] = p->node;
    *last = source;
    (*made)++;
    return true;
}

static bool has_influences(const caperi_json_value *primitives)
{
    const caperi_json_value *first = caperi_json_at(primitives, 0);
    return caperi_json_find(caperi_json_find(first, "attributes"), "JOINTS_0") != NULL;
}

static bool read_mesh(caperi_gltf *g, int node, const caperi_json_value *primitives, int *made)
{
    const caperi_json_value *mesh = &g->meshes->as.items[g->nodes[node].mesh];
    placement p;
    bool seen;
    bool skinned = g->nodes[node].skin >= 0 && has_influences(primitives);
    CAPER_PASS(place_mesh(g, node, skinned, &p, &seen));
    if (!seen) {
        g->stray_meshes++;
        return true;
    }
    int first = *made;
    vertex_source last = {.position = -1};
    for (uint32_t i = 0; i < primitives->count; i++)
        CAPER_PASS(read_primitive(g, &p, &primitives->as.items[i], &last, made));
    const caperi_json_value *name = caperi_json_find(g->nodes[node].json, "name");
    if (!caperi_json_is(name, CAPERI_JSON_STRING) || name->count == 0)
        name = caperi_json_find(mesh, "name");
    bool named = caperi_json_is(name, CAPERI_JSON_STRING);
    const char *text = caperi_draft_string(g->draft, named ? name->as.string : "mesh",
                                           named ? name->count : 4, g->error);
    if (!text)
        return false;
    for (int s = first; s < *made; s++)
        g->draft->skins[s].name = text;
    int fallback = p.skin ? g->nodes[p.skin->joints[0]].body : p.body;
    return caperi_gltf_name_targets(g, node, mesh, first, *made - first, fallback);
}

// Top down and for all nodes at once: walking up from each mesh takes quadratic time in a long
// chain.
static void find_carriers(caperi_gltf *g)
{
    for (int k = 0; k < g->node_count; k++) {
        caperi_gltf_node *node = &g->nodes[g->order[k]];
        int above = node->parent >= 0 ? g->nodes[node->parent].carrier : -1;
        node->carrier = node->body >= 0 ? g->order[k] : above;
    }
}

bool caperi_gltf_read_meshes(caperi_gltf *g)
{
    size_t total = 0;
    find_carriers(g);
    for (int i = 0; i < g->node_count; i++) {
        if (g->nodes[i].mesh < 0 || !g->nodes[i].active)
            continue;
        const caperi_json_value *mesh = &g->meshes->as.items[g->nodes[i].mesh], *primitives;
        CAPER_PASS(caperi_json_object(&g->json, mesh));
        CAPER_PASS(caperi_json_get_array(&g->json, mesh, "primitives", CAPERI_REQUIRED, 1,
                                         INT32_MAX, &primitives));
        total += primitives->count;
    }
    g->draft->skins = keep(g, total, sizeof *g->draft->skins);
    g->skin_nodes = scratch(g, total, sizeof *g->skin_nodes);
    if (!g->draft->skins || !g->skin_nodes)
        return false;
    int made = 0;
    for (int i = 0; i < g->node_count; i++) {
        if (g->nodes[i].mesh < 0 || !g->nodes[i].active)
            continue;
        const caperi_json_value *mesh = &g->meshes->as.items[g->nodes[i].mesh];
        CAPER_PASS(read_mesh(g, i, caperi_json_find(mesh, "primitives"), &made));
    }
    g->draft->skin_count = made;
    if (g->stray_meshes > 0)
        caperi_draft_warn(g->draft, 0, 0, "%d meshes are not on a body: left out", g->stray_meshes);
    if (g->lost_images > 0)
        caperi_draft_warn(g->draft, 0, 0, "%d pictures could not be read: drawn without them",
                          g->lost_images);
    if (g->loose_vertices > 0)
        caperi_draft_warn(g->draft, 0, 0,
                          "%d vertices have no weights: they follow the first joint of their skin",
                          g->loose_vertices);
    return true;
}
