// SPDX-License-Identifier: MIT
//
// Skins, and the rest pose of the bodies (glTF 2.0, section 3.7.3.2). The rest pose is the bind
// pose: the pose in which the mesh was modelled, most often a T or A pose on the ground, while the
// nodes hold whatever frame the artist had on screen when exporting. A skin gives it as inverse
// bind matrices, up to one matrix M, the place of the mesh in the scene, which the format does not
// tell: joint j was bound at M B_j, with B_j the inverse of its inverse bind matrix. Where nodes
// still stand as bound, G_j = M B_j tells it; elsewhere exporters leave it in the mesh node, in
// what stands above the joints, or have applied it. A skin without matrices, or one that says
// nothing (all the identity), leaves the nodes' own pose.
//
// Invariant: whatever is chosen, body(t) x inverse_bind x position equals the vertex as glTF places
// it, because M cancels.
#include "formats/gltf.h"

#include <string.h>

// Joints whose own M is tried, and the share of joints that must agree with it.
#define TRIED_JOINTS 16
#define AGREEING_SHARE 0.5
// A place without a joint that agrees is believed up to this cost.
#define NEAR 0.15
// A bind pose further from the nodes' pose than this, as a share of its size, is not believed.
#define FAR_OFF 0.6

static void *take(caperi_gltf *g, size_t count, size_t size)
{
    return caperi_draft_alloc(g->draft, &g->draft->scratch, count + 1, size, 16, g->error);
}

// -- Reading ----------------------------------------------------------------------------------

static bool read_bind_matrices(caperi_gltf *g, caperi_gltf_skin *skin)
{
    int index = -1, count = g->accessor_count;
    CAPER_PASS(
        caperi_gltf_index(g, skin->json, "inverseBindMatrices", CAPERI_OPTIONAL, count, &index));
    skin->inverse = take(g, (size_t)skin->joint_count, sizeof *skin->inverse);
    if (!skin->inverse)
        return false;
    for (int i = 0; i < skin->joint_count; i++)
        skin->inverse[i] = caperi_affine_identity();
    if (index < 0)
        return true;
    caperi_gltf_accessor a;
    CAPER_PASS(caperi_gltf_accessor_get(g, index, &a));
    if (a.width != 16 || a.count < skin->joint_count)
        return caperi_gltf_fail(g, a.place, CAPER_ERROR_INVALID,
                                "accessor %d holds %d x %d numbers, expected %d matrices of 16",
                                index, a.count, a.width, skin->joint_count);
    float *m = caperi_gltf_alloc(g, &g->draft->scratch, 16 * (size_t)a.count, sizeof *m);
    if (!m)
        return false;
    CAPER_PASS(caperi_gltf_floats(g, &a, m));
    for (int i = 0; i < skin->joint_count; i++, m += 16) {
        bool identity = true;
        for (int r = 0; r < 3; r++) {
            for (int c = 0; c < 3; c++)
                skin->inverse[i].linear.m[r][c] = (double)m[4 * c + r];
            skin->inverse[i].at[r] = (double)m[12 + r];
        }
        for (int k = 0; k < 16; k++)
            identity = identity && m[k] == (k % 5 == 0 ? 1.0f : 0.0f);
        skin->has_bind = skin->has_bind || !identity;
    }
    return true;
}

// A joint that is listed twice would have two bind matrices: harmless when they are one.
static bool check_joints(caperi_gltf *g, const caperi_gltf_skin *skin, int *place)
{
    bool good = true;
    int repeated = 0;
    for (int i = 0; i < skin->joint_count && good; i++) {
        int *first = &place[skin->joints[i]];
        if (*first > 0) {
            good =
                memcmp(&skin->inverse[*first - 1], &skin->inverse[i], sizeof *skin->inverse) == 0;
            repeated++;
        } else {
            *first = i + 1;
        }
        if (!good)
            caperi_json_fail(&g->json, skin->json, CAPER_ERROR_INVALID,
                             "the skin lists node %d twice, with different bind matrices",
                             skin->joints[i]);
    }
    for (int i = 0; i < skin->joint_count; i++)
        place[skin->joints[i]] = 0;
    if (good && repeated > 0)
        caperi_draft_warn(g->draft, (int)skin->json->line, (int)skin->json->column,
                          "the skin lists %d joints more than once", repeated);
    return good;
}

bool caperi_gltf_read_skins(caperi_gltf *g)
{
    g->skin_count = g->skins_json ? (int)g->skins_json->count : 0;
    g->skins = take(g, (size_t)g->skin_count, sizeof *g->skins);
    int *place = take(g, (size_t)g->node_count, sizeof *place); // by node: joint + 1
    if (!g->skins || !place)
        return false;
    for (int s = 0; s < g->skin_count; s++) {
        caperi_gltf_skin *skin = &g->skins[s];
        skin->json = &g->skins_json->as.items[s];
        skin->placing = caperi_affine_identity();
        skin->user = -1;
        const caperi_json_value *joints;
        CAPER_PASS(caperi_json_object(&g->json, skin->json));
        CAPER_PASS(caperi_json_get_array(&g->json, skin->json, "joints", CAPERI_REQUIRED, 1,
                                         CAPER_MAX_BODIES, &joints));
        skin->joint_count = (int)joints->count;
        CAPER_PASS(caperi_gltf_spend(g, joints, joints->count * sizeof *skin->inverse));
        skin->joints = take(g, joints->count, sizeof *skin->joints);
        if (!skin->joints)
            return false;
        for (int i = 0; i < skin->joint_count; i++) {
            CAPER_PASS(caperi_json_int(&g->json, &joints->as.items[i], 0, g->node_count - 1,
                                       &skin->joints[i]));
            g->nodes[skin->joints[i]].joint = true;
        }
        CAPER_PASS(read_bind_matrices(g, skin) && check_joints(g, skin, place));
    }
    for (int i = 0; i < g->node_count; i++) {
        int skin = g->nodes[i].skin;
        if (skin >= 0 && g->nodes[i].mesh >= 0 && g->skins[skin].user < 0)
            g->skins[skin].user = i;
    }
    return true;
}

// -- Bodies at the nodes' own pose ------------------------------------------------------------

void caperi_gltf_body_position(const caperi_gltf_body *body, const double in[3], double out[3])
{
    double v[3];
    if (body->uniform)
        for (int i = 0; i < 3; i++)
            v[i] = body->above_scale * in[i];
    else
        caperi_mat3d_apply(&body->above, in, v);
    if (body->has_pre) {
        caperi_quatd_rotate(body->pre.rotation, v, v);
        for (int i = 0; i < 3; i++)
            v[i] += body->pre.at[i];
    }
    memcpy(out, v, sizeof v);
}

void caperi_gltf_body_rotation(const caperi_gltf_body *body, const double in[4], double out[4])
{
    double q[4];
    memcpy(q, in, sizeof q);
    if (body->has_fix)
        caperi_quatd_mul(q, body->fix, q);
    if (body->has_pre)
        caperi_quatd_mul(body->pre.rotation, q, q);
    memcpy(out, q, sizeof q);
}

// What stands above a root body, as T K.
static bool split_above(caperi_gltf *g, int i, const caperi_affine *above)
{
    caperi_gltf_body *body = &g->bodies[i];
    if (!caperi_affine_is_finite(above) ||
        !caperi_mat3d_rotation(&above->linear, body->pre.rotation))
        CAPERI_GLTF_FAIL(g, g->nodes[body->node].json, CAPER_ERROR_INVALID,
                         "node %d hangs on nodes that are flat or scaled beyond measure",
                         body->node);
    memcpy(body->pre.at, above->at, sizeof above->at);
    caperi_affine back = caperi_rigid_inverse_affine(&body->pre);
    body->above = caperi_mat3d_mul(&back.linear, &above->linear);
    double w = fabs(body->pre.rotation[3]);
    body->has_pre = w < 1 || above->at[0] != 0 || above->at[1] != 0 || above->at[2] != 0;
    return true;
}

static bool is_diagonal(const caperi_mat3d *a)
{
    for (int i = 0; i < 9; i++)
        if (i / 3 != i % 3 && a->m[i / 3][i % 3] != 0)
            return false;
    return a->m[0][0] > 0 && a->m[1][1] > 0 && a->m[2][2] > 0;
}

// q^-1 x a.
static caperi_mat3d turned_back(const double q[4], const caperi_mat3d *a)
{
    double back[4] = {-q[0], -q[1], -q[2], q[3]};
    caperi_mat3d turn = caperi_mat3d_from_quat(back);
    return caperi_mat3d_mul(&turn, a);
}

static bool stand_body(caperi_gltf *g, int i)
{
    caperi_gltf_body *body = &g->bodies[i];
    const caperi_gltf_node *node = &g->nodes[body->node];
    int parent = g->draft->bodies[i].parent;
    body->pre = caperi_rigid_identity();
    if (parent >= 0 && g->bodies[parent].node >= 0)
        body->above = g->bodies[parent].rest_k;
    else
        CAPER_PASS(
            split_above(g, i, node->parent >= 0 ? &g->nodes[node->parent].world : &g->world));
    body->uniform = caperi_mat3d_is_uniform(&body->above, &body->above_scale);
    if (!body->uniform && !g->warned_nonuniform) {
        g->warned_nonuniform = true;
        caperi_draft_warn(g->draft, (int)node->json->line, (int)node->json->column,
                          "'%.40s' hangs on a node that is scaled unevenly: its motion is "
                          "approximate",
                          g->draft->bodies[i].name);
    }
    body->has_fix = !is_diagonal(&node->scale) && caperi_mat3d_rotation(&node->scale, body->fix);

    // K = Q^-1 (K of the parent) R S, with Q = R P; under a uniform scale the turns cancel
    caperi_mat3d above =
        caperi_mat3d_scale(body->above_scale, body->above_scale, body->above_scale);
    if (!body->uniform) {
        caperi_mat3d turn = caperi_mat3d_from_quat(node->rotation);
        above = caperi_mat3d_mul(&body->above, &turn);
        above = turned_back(node->rotation, &above);
    }
    body->rest_k = caperi_mat3d_mul(&above, &node->scale);
    if (body->has_fix)
        body->rest_k = turned_back(body->fix, &body->rest_k);
    double s;
    if (body->uniform && caperi_mat3d_is_uniform(&body->rest_k, &s))
        body->rest_k = caperi_mat3d_scale(s, s, s);

    caperi_gltf_body_rotation(body, node->rotation, body->local.rotation);
    caperi_gltf_body_position(body, node->position, body->local.at);
    if (!caperi_affine_is_finite(&node->world) || !caperi_quatd_settle(body->local.rotation))
        CAPERI_GLTF_FAIL(g, node->json, CAPER_ERROR_INVALID, "node %d is scaled beyond measure",
                         body->node);
    return true;
}

static bool stand_bodies(caperi_gltf *g)
{
    for (int i = 0; i < g->body_count; i++) {
        caperi_gltf_body *body = &g->bodies[i];
        if (body->node < 0) {
            body->local = body->rest = caperi_rigid_identity();
            body->rest_k = caperi_mat3d_scale(1, 1, 1);
            continue;
        }
        CAPER_PASS(stand_body(g, i));
        int parent = g->draft->bodies[i].parent;
        body->rest =
            parent < 0 ? body->local : caperi_rigid_mul(&g->bodies[parent].rest, &body->local);
    }
    return true;
}

// -- Where the mesh stands --------------------------------------------------------------------

// The joints of a skin with what is needed to judge a place for its mesh.
typedef struct judge {
    caperi_gltf *g;
    const caperi_gltf_skin *skin;
    const caperi_affine *bound;  // B_j
    const caperi_affine *target; // where the joint is to be: as another skin has bound it, or G_j
    const bool *regular;         // B_j exists
    double size;
} judge;

// How far a placing is from what the nodes say: 0 when they agree. Places count by the size of the
// skeleton, turns by the half turn, sizes by their ratio; no joint counts for more than 1.
static double placing_cost(const judge *j, const caperi_affine *placing, int *agreeing)
{
    double cost = 0;
    int counted = 0;
    *agreeing = 0;
    for (int i = 0; i < j->skin->joint_count; i++) {
        if (!j->regular[i])
            continue;
        caperi_affine bound = caperi_affine_mul(placing, &j->bound[i]);
        const caperi_affine *world = &j->target[i];
        double far = 0, twist = 0, length = 0;
        for (int r = 0; r < 3; r++) {
            far += (bound.at[r] - world->at[r]) * (bound.at[r] - world->at[r]);
            for (int c = 0; c < 3; c++) {
                double d = bound.linear.m[r][c] - world->linear.m[r][c];
                twist += d * d;
                length += world->linear.m[r][c] * world->linear.m[r][c];
            }
        }
        far = sqrt(far) / j->size;
        twist = length > 0 ? sqrt(twist / length) : 1; // 2 sin(a/2) sqrt(2/3) for a turn by a
        double off = far + 0.25 * twist;
        *agreeing += off < 0.01;
        cost += off < 1 ? off : 1; // 1 for NaN too
        counted++;
    }
    return counted ? cost / counted : 1;
}

static double skeleton_size(const judge *j)
{
    double low[3] = {1e300, 1e300, 1e300}, high[3] = {-1e300, -1e300, -1e300}, size = 0;
    for (int i = 0; i < j->skin->joint_count; i++) {
        const double *at = j->target[i].at;
        for (int r = 0; r < 3; r++) {
            low[r] = at[r] < low[r] ? at[r] : low[r];
            high[r] = at[r] > high[r] ? at[r] : high[r];
        }
    }
    for (int r = 0; r < 3; r++)
        size = high[r] - low[r] > size ? high[r] - low[r] : size;
    return size > 0 ? size : 1;
}

// The best candidate so far.
typedef struct choice {
    double cost;
    int agreeing;
    caperi_affine placing;
} choice;

static void try_placing(const judge *j, const caperi_affine *placing, choice *best)
{
    choice c = {.placing = *placing};
    c.cost = placing_cost(j, placing, &c.agreeing);
    // a margin, so that the later candidates win only when they say something new
    bool better =
        c.agreeing != best->agreeing ? c.agreeing > best->agreeing : c.cost < best->cost - 1e-3;
    if (better)
        *best = c;
}

// Places that exporters leave traces of: the mesh node, the scene, what stands above the joints.
// One that some joint agrees with is right, since a pose moves all that hangs on a joint, but not
// what it hangs on. Without any, joints that have not moved against each other tell more than a
// place that is far off.
static double choose_placing(const judge *j, caperi_affine *out)
{
    caperi_gltf *g = j->g;
    choice best = {.cost = 2, .placing = caperi_affine_identity()};
    if (j->skin->user >= 0)
        try_placing(j, &g->nodes[j->skin->user].world, &best);
    try_placing(j, &g->world, &best);
    for (int i = 0; i < j->skin->joint_count; i++) {
        int up = g->nodes[j->skin->joints[i]].parent;
        if (up >= 0 && !g->nodes[up].joint) {
            try_placing(j, &g->nodes[up].world, &best);
            break;
        }
    }
    if (best.agreeing == 0 && best.cost > NEAR) {
        choice own = {.cost = 2};
        for (int i = 0; i < j->skin->joint_count && i < TRIED_JOINTS; i++) {
            caperi_affine placing = caperi_affine_mul(&j->target[i], &j->skin->inverse[i]);
            if (j->regular[i])
                try_placing(j, &placing, &own);
        }
        if (own.agreeing >= AGREEING_SHARE * j->skin->joint_count)
            best = own;
    }
    *out = best.placing;
    return best.cost;
}

// Rest poses of the joints of a skin that have none yet.
static bool bind_skin(caperi_gltf *g, caperi_gltf_skin *skin)
{
    size_t count = (size_t)skin->joint_count;
    caper_arena_mark_point mark = caper_arena_mark(&g->draft->scratch);
    caperi_affine *bound = take(g, count, sizeof *bound);
    caperi_affine *target = take(g, count, sizeof *target);
    bool *regular = take(g, count, sizeof *regular);
    if (!bound || !regular || !target)
        return false;
    int irregular = 0;
    for (size_t i = 0; i < count; i++) {
        const caperi_gltf_node *node = &g->nodes[skin->joints[i]];
        const caperi_gltf_body *body = &g->bodies[node->body];
        caperi_affine rest = caperi_rigid_to_affine(&body->rest), k = {body->rest_k, {0, 0, 0}};
        target[i] = body->bound ? caperi_affine_mul(&rest, &k) : node->world;
        regular[i] = caperi_affine_inverse(&skin->inverse[i], &bound[i]);
        irregular += !regular[i];
    }
    judge j = {g, skin, bound, target, regular, 1};
    j.size = skeleton_size(&j);
    double off = choose_placing(&j, &skin->placing);
    caperi_affine unused;
    if (!caperi_affine_inverse(&skin->placing, &unused))
        skin->placing = caperi_affine_identity();
    bool believed = off < FAR_OFF;
    if (!believed || irregular > 0)
        caperi_draft_warn(g->draft, (int)skin->json->line, (int)skin->json->column,
                          believed ? "%d inverse bind matrices have no inverse: their joints rest "
                                     "as the nodes stand"
                                   : "the bind pose of the skin (%d bad matrices) is nowhere near "
                                     "its nodes: they give the rest pose",
                          irregular);
    for (size_t i = 0; i < count && believed; i++) {
        int b = g->nodes[skin->joints[i]].body;
        caperi_gltf_body *body = &g->bodies[b];
        if (body->bound || !regular[i])
            continue;
        // rigid part of M B K^-1
        caperi_affine at = caperi_affine_mul(&skin->placing, &bound[i]);
        caperi_mat3d back, turn;
        if (!caperi_mat3d_inverse(&body->rest_k, &back))
            continue;
        turn = caperi_mat3d_mul(&at.linear, &back);
        double rotation[4];
        if (!caperi_mat3d_rotation(&turn, rotation) || !caperi_affine_is_finite(&at))
            continue;
        double ratio = caperi_mat3d_det(&turn);
        g->rescaled_joints += !(fabs(ratio - 1) < 3e-3);
        memcpy(body->rest.rotation, rotation, sizeof rotation);
        memcpy(body->rest.at, at.at, sizeof at.at);
        body->bound = true;
    }
    caper_arena_release(&g->draft->scratch, mark);
    return true;
}

static bool bind_skins(caperi_gltf *g)
{
    // the largest first: skins of single parts often carry odd scales
    bool *done = take(g, (size_t)g->skin_count, sizeof *done);
    if (!done)
        return false;
    for (int k = 0; k < g->skin_count; k++) {
        int next = -1;
        for (int s = 0; s < g->skin_count && g->skin_count <= CAPER_MAX_BODIES; s++)
            if (!done[s] && (next < 0 || g->skins[s].joint_count > g->skins[next].joint_count))
                next = s;
        next = next < 0 ? k : next;
        done[next] = true;
        if (g->skins[next].has_bind)
            CAPER_PASS(bind_skin(g, &g->skins[next]));
    }
    return true;
}

static void measure(caperi_gltf *g)
{
    double low[3] = {1e300, 1e300, 1e300}, high[3] = {-1e300, -1e300, -1e300};
    for (int i = 0; i < g->body_count; i++) {
        for (int r = 0; r < 3 && g->bodies[i].node >= 0; r++) {
            double at = g->bodies[i].rest.at[r];
            low[r] = at < low[r] ? at : low[r];
            high[r] = at > high[r] ? at : high[r];
        }
    }
    for (int r = 0; r < 3; r++)
        g->size = r == 0 || high[r] - low[r] > g->size ? high[r] - low[r] : g->size;
    g->size = g->size > 0 ? g->size : 1;
}

// Where the bodies are at rest, on the whole: the writer notes it, and a file that was moved,
// turned or scaled by another program does not fit the note.
static bool stands_as_written(const caperi_gltf *g)
{
    const caperi_json_value *asset = caperi_json_find(g->json.root, "asset");
    const caperi_json_value *mark =
        caperi_json_find(caperi_json_find(asset, "extras"), CAPERI_GLTF_FILE);
    const caperi_json_value *middle = caperi_json_find(mark, "middle");
    double noted[3], at[3] = {0, 0, 0};
    for (uint32_t i = 0; i < 3; i++) {
        const caperi_json_value *value = caperi_json_at(middle, i);
        if (!caperi_json_is(value, CAPERI_JSON_NUMBER))
            return false;
        noted[i] = value->as.number;
    }
    caperi_affine_apply(&g->world, noted, noted);
    int count = 0;
    for (int i = 0; i < g->body_count; i++) {
        for (int k = 0; k < 3 && g->bodies[i].node >= 0; k++)
            at[k] += g->bodies[i].rest.at[k];
        count += g->bodies[i].node >= 0;
    }
    bool same = count > 0;
    for (int k = 0; k < 3; k++)
        same = same && fabs(at[k] / count - noted[k]) <= 1e-4 * g->size;
    return same;
}

bool caperi_gltf_bind(caperi_gltf *g)
{
    CAPER_PASS(stand_bodies(g));
    measure(g);
    g->as_written = g->own && stands_as_written(g);
    // this library writes skins at rest, and rounds their matrices once more than their nodes
    for (int s = 0; s < g->skin_count && g->as_written; s++)
        g->skins[s].placing = g->world;
    if (!g->as_written)
        CAPER_PASS(bind_skins(g));
    for (int i = 0; i < g->body_count; i++) {
        caperi_gltf_body *body = &g->bodies[i];
        int parent = g->draft->bodies[i].parent;
        const caperi_rigid *above = parent >= 0 ? &g->bodies[parent].rest : NULL;
        caperi_rigid local = body->local;
        if (body->bound)
            local = above ? caperi_rigid_unmul(above, &body->rest) : body->rest;
        else
            body->rest = above ? caperi_rigid_mul(above, &body->local) : body->local;
        // a rest pose that is the nodes' pose keeps its very numbers
        bool same = true;
        for (int k = 0; k < 3; k++)
            same = same && fabs(local.at[k] - body->local.at[k]) <= 3e-6 * g->size;
        double dot = 0;
        for (int k = 0; k < 4; k++)
            dot += local.rotation[k] * body->local.rotation[k];
        same = same && fabs(dot) > 1 - 1e-11;
        g->draft->bodies[i].rest_local = caperi_rigid_to_transform(same ? &body->local : &local);
        body->at_rest = same;
    }
    measure(g);
    if (g->rescaled_joints > 0)
        caperi_draft_warn(g->draft, 0, 0,
                          "%d joints are scaled against their bind pose: so are their vertices, "
                          "also at rest",
                          g->rescaled_joints);
    return true;
}
