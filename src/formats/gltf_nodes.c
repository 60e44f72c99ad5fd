// SPDX-License-Identifier: MIT
//
// Nodes of a glTF scene, and which of them are bodies. With skins (or a humanoid map) these are the
// joints, all nodes between joints, and nodes above or below that move; what stands still above is
// folded into the roots. Without skins all nodes of the scene are bodies. Invariant: the parent
// node of a body is a body, or nothing above it is one; bodies keep the order of the file as far as
// parents come first.
#include "formats/gltf.h"

#include <stdio.h>
#include <string.h>

static void *take(caperi_gltf *g, size_t count, size_t size)
{
    return caperi_draft_alloc(g->draft, &g->draft->scratch, count + 1, size, 16, g->error);
}

// -- Reading ----------------------------------------------------------------------------------

// A matrix is taken apart into rotation x rest; a rest that mirrors is left to `scale`.
static bool read_matrix(caperi_gltf *g, caperi_gltf_node *node, const caperi_json_value *value)
{
    double m[16];
    CAPER_PASS(caperi_json_doubles(&g->json, value, m, 16));
    caperi_mat3d linear;
    for (int r = 0; r < 3; r++) {
        for (int c = 0; c < 3; c++)
            linear.m[r][c] = m[4 * c + r];
        node->position[r] = m[12 + r];
    }
    if (!caperi_mat3d_rotation(&linear, node->rotation)) {
        node->rotation[0] = node->rotation[1] = node->rotation[2] = 0;
        node->rotation[3] = 1;
        caperi_draft_warn(g->draft, (int)value->line, (int)value->column,
                          "a node's matrix is flat: its scale is taken as 1");
        return true;
    }
    double back[4] = {-node->rotation[0], -node->rotation[1], -node->rotation[2],
                      node->rotation[3]};
    caperi_mat3d turn = caperi_mat3d_from_quat(back);
    node->scale = caperi_mat3d_mul(&turn, &linear);
    double s;
    if (caperi_mat3d_is_uniform(&node->scale, &s))
        node->scale = caperi_mat3d_scale(s, s, s);
    return true;
}

static bool read_trs(caperi_gltf *g, caperi_gltf_node *node)
{
    const caperi_json *json = &g->json;
    double scale[3] = {1, 1, 1};
    CAPER_PASS(caperi_json_get_doubles(json, node->json, "translation", CAPERI_OPTIONAL,
                                       node->position, 3));
    CAPER_PASS(
        caperi_json_get_doubles(json, node->json, "rotation", CAPERI_OPTIONAL, node->rotation, 4));
    CAPER_PASS(caperi_json_get_doubles(json, node->json, "scale", CAPERI_OPTIONAL, scale, 3));
    if (!caperi_quatd_settle(node->rotation))
        CAPERI_GLTF_FAIL(g, caperi_json_find(node->json, "rotation"), CAPER_ERROR_INVALID,
                         "'rotation' must be a unit quaternion, its length is 0");
    double most = 0;
    for (int i = 0; i < 3; i++)
        most = fabs(scale[i]) > most ? fabs(scale[i]) : most;
    bool flat = false;
    for (int i = 0; i < 3; i++)
        flat = flat || !(fabs(scale[i]) > 1e-3 * most);
    if (flat) {
        const caperi_json_value *value = caperi_json_find(node->json, "scale");
        caperi_draft_warn(g->draft, (int)value->line, (int)value->column,
                          "a node has a scale of 0: taken as 1");
        scale[0] = scale[1] = scale[2] = 1;
    }
    node->scale = caperi_mat3d_scale(scale[0], scale[1], scale[2]);
    return true;
}

static bool read_node(caperi_gltf *g, int index)
{
    caperi_gltf_node *node = &g->nodes[index];
    node->json = &g->node_list->as.items[index];
    CAPER_PASS(caperi_json_object(&g->json, node->json));
    node->mesh = node->skin = node->body = -1;
    node->rotation[3] = 1;
    node->scale = caperi_mat3d_scale(1, 1, 1);
    int meshes = g->meshes ? (int)g->meshes->count : 0;
    int skins = g->skins_json ? (int)g->skins_json->count : 0;
    CAPER_PASS(caperi_gltf_index(g, node->json, "mesh", CAPERI_OPTIONAL, meshes, &node->mesh));
    CAPER_PASS(caperi_gltf_index(g, node->json, "skin", CAPERI_OPTIONAL, skins, &node->skin));
    const caperi_json_value *extras = caperi_json_find(node->json, "extras");
    node->root_track =
        g->own && caperi_json_is(caperi_json_find(extras, CAPERI_GLTF_ROOT), CAPERI_JSON_TRUE);
    const caperi_json_value *matrix = caperi_json_find(node->json, "matrix");
    return matrix ? read_matrix(g, node, matrix) : read_trs(g, node);
}

static bool read_children(caperi_gltf *g, int index)
{
    const caperi_json_value *children;
    CAPER_PASS(caperi_gltf_array(g, g->nodes[index].json, "children", &children));
    for (uint32_t i = 0; children && i < children->count; i++) {
        int child = -1;
        const caperi_json_value *value = &children->as.items[i];
        CAPER_PASS(caperi_json_int(&g->json, value, 0, g->node_count - 1, &child));
        if (g->nodes[child].parent >= 0)
            CAPERI_GLTF_FAIL(g, value, CAPER_ERROR_INVALID, "node %d has two parents, %d and %d",
                             child, g->nodes[child].parent, index);
        g->nodes[child].parent = index;
    }
    return true;
}

// Breadth first from the roots; what is not reached hangs on itself.
static bool put_in_order(caperi_gltf *g)
{
    int count = 0;
    for (int i = 0; i < g->node_count; i++)
        if (g->nodes[i].parent < 0)
            g->order[count++] = i;
    for (int k = 0; k < count; k++) {
        const caperi_json_value *children =
            caperi_json_find(g->nodes[g->order[k]].json, "children");
        for (uint32_t i = 0; children && i < children->count; i++)
            g->order[count++] = (int)children->as.items[i].as.number;
    }
    for (int i = 0; i < g->node_count && count < g->node_count; i++)
        g->nodes[i].next = -1;
    for (int k = 0; k < count && count < g->node_count; k++)
        g->nodes[g->order[k]].next = 0;
    for (int i = 0; i < g->node_count && count < g->node_count; i++)
        if (g->nodes[i].next < 0)
            CAPERI_GLTF_FAIL(g, g->nodes[i].json, CAPER_ERROR_INVALID,
                             "node %d is a descendant of itself", i);
    return true;
}

static void find_worlds(caperi_gltf *g)
{
    for (int k = 0; k < g->node_count; k++) {
        caperi_gltf_node *node = &g->nodes[g->order[k]];
        caperi_affine local;
        caperi_mat3d turn = caperi_mat3d_from_quat(node->rotation);
        local.linear = caperi_mat3d_mul(&turn, &node->scale);
        memcpy(local.at, node->position, sizeof local.at);
        const caperi_affine *above = node->parent < 0 ? &g->world : &g->nodes[node->parent].world;
        node->world = caperi_affine_mul(above, &local);
    }
}

// The nodes of the scene that is shown; all when the file has no scene.
static bool mark_scene(caperi_gltf *g)
{
    const caperi_json_value *scenes, *roots = NULL;
    CAPER_PASS(caperi_gltf_array(g, g->json.root, "scenes", &scenes));
    int scene = 0, scene_count = scenes ? (int)scenes->count : 0;
    if (scene_count > 0) {
        CAPER_PASS(
            caperi_gltf_index(g, g->json.root, "scene", CAPERI_OPTIONAL, scene_count, &scene));
        CAPER_PASS(caperi_json_object(&g->json, &scenes->as.items[scene]));
        CAPER_PASS(caperi_gltf_array(g, &scenes->as.items[scene], "nodes", &roots));
    }
    for (uint32_t i = 0; roots && i < roots->count; i++) {
        int root = -1;
        CAPER_PASS(caperi_json_int(&g->json, &roots->as.items[i], 0, g->node_count - 1, &root));
        g->nodes[root].active = true;
    }
    for (int k = 0; k < g->node_count; k++) {
        caperi_gltf_node *node = &g->nodes[g->order[k]];
        bool above = node->parent >= 0 && g->nodes[node->parent].active;
        node->active = node->active || above || !roots;
    }
    return true;
}

bool caperi_gltf_read_nodes(caperi_gltf *g)
{
    g->node_count = g->node_list ? (int)g->node_list->count : 0;
    if (g->node_count == 0)
        CAPERI_GLTF_FAIL(g, g->json.root, CAPER_ERROR_INVALID, "the file has no nodes");
    size_t count = (size_t)g->node_count;
    g->nodes = take(g, count, sizeof *g->nodes);
    g->order = take(g, count, sizeof *g->order);
    if (!g->nodes || !g->order)
        return false;
    for (int i = 0; i < g->node_count; i++) {
        g->nodes[i].parent = -1;
        CAPER_PASS(read_node(g, i));
    }
    for (int i = 0; i < g->node_count; i++)
        CAPER_PASS(read_children(g, i));
    CAPER_PASS(put_in_order(g));
    find_worlds(g);
    return mark_scene(g);
}

// -- Choosing ---------------------------------------------------------------------------------

// Bits of a node while bodies are chosen.
enum {
    ABOVE = 1,
    BELOW = 2
};

// `above[n]`: some node below n is marked; `below[n]`: some node above n is.
static void spread(const caperi_gltf *g, const bool *marked, unsigned char *bits)
{
    memset(bits, 0, (size_t)g->node_count);
    for (int k = g->node_count - 1; k >= 0; k--) {
        int n = g->order[k], up = g->nodes[n].parent;
        if (up >= 0 && (marked[n] || (bits[n] & ABOVE)))
            bits[up] |= ABOVE;
    }
    for (int k = 0; k < g->node_count; k++) {
        int n = g->order[k], up = g->nodes[n].parent;
        if (up >= 0 && (marked[up] || (bits[up] & BELOW)))
            bits[n] |= BELOW;
    }
}

static void keep_with_joints(caperi_gltf *g, bool *marked, unsigned char *bits)
{
    for (int i = 0; i < g->node_count; i++)
        marked[i] = g->nodes[i].joint;
    spread(g, marked, bits);
    for (int i = 0; i < g->node_count; i++)
        marked[i] = marked[i] || (g->nodes[i].animated && bits[i] && !g->nodes[i].root_track &&
                                  !g->nodes[i].expression);
    spread(g, marked, bits);
    for (int i = 0; i < g->node_count; i++)
        g->nodes[i].keep = marked[i] || bits[i] == (ABOVE | BELOW);
}

static bool is_fixture(const caperi_gltf_node *node)
{
    const caperi_json_value *extensions = caperi_json_find(node->json, "extensions");
    return node->mesh < 0 && !node->animated &&
           (caperi_json_find(node->json, "camera") ||
            caperi_json_find(extensions, "KHR_lights_punctual"));
}

// Everything that is shown, but cameras and lights, and what stands still above all else.
static void keep_scene(caperi_gltf *g, bool *marked, unsigned char *bits)
{
    int count = 0;
    for (int i = 0; i < g->node_count; i++) {
        const caperi_gltf_node *node = &g->nodes[i];
        bool leaf = !caperi_json_find(node->json, "children");
        marked[i] = node->active && !node->root_track && !(leaf && is_fixture(node));
        count += marked[i];
    }
    if (count > CAPER_MAX_BODIES) {
        // too many to be all bodies: those that move
        for (int i = 0; i < g->node_count; i++)
            marked[i] = marked[i] && g->nodes[i].animated;
    }
    spread(g, marked, bits);
    bool alive = false;
    for (int i = 0; i < g->node_count; i++)
        alive = alive || g->nodes[i].animated || g->nodes[i].mesh >= 0;
    for (int k = 0; k < g->node_count; k++) {
        caperi_gltf_node *node = &g->nodes[g->order[k]];
        bool below = node->parent >= 0 && g->nodes[node->parent].keep;
        const caperi_json_value *children = caperi_json_find(node->json, "children");
        bool idle = alive && !below && node->mesh < 0 && !node->animated && children &&
                    children->count == 1;
        int n = g->order[k];
        node->keep = (marked[n] || bits[n] == (ABOVE | BELOW)) && !idle;
    }
}

static bool emit_bodies(caperi_gltf *g, int shift)
{
    int *chain = take(g, (size_t)g->node_count, sizeof *chain);
    if (!chain)
        return false;
    int made = shift;
    for (int i = 0; i < g->node_count; i++) {
        int length = 0;
        for (int n = i; n >= 0 && g->nodes[n].keep && g->nodes[n].body < 0; n = g->nodes[n].parent)
            chain[length++] = n;
        while (length-- > 0) {
            g->bodies[made].node = chain[length];
            g->nodes[chain[length]].body = made++;
        }
    }
    CAPER_ASSERT(made == g->body_count);
    return true;
}

// -- Names ------------------------------------------------------------------------------------

typedef struct name_table {
    int16_t *slots;
    unsigned mask; // slots, a power of two, less 1
    int *tried;
} name_table;

static int16_t *find_name(const caperi_gltf *g, name_table *table, const char *name)
{
    unsigned slot = (unsigned)caper_hash64(name, strlen(name), 0) & table->mask;
    while (table->slots[slot] >= 0 && strcmp(g->draft->bodies[table->slots[slot]].name, name) != 0)
        slot = (slot + 1) & table->mask;
    return &table->slots[slot];
}

static const char *node_name(caperi_gltf *g, int node)
{
    const caperi_json_value *name = caperi_json_find(g->nodes[node].json, "name");
    if (caperi_json_is(name, CAPERI_JSON_STRING) && name->count > 0)
        return caperi_draft_string(g->draft, name->as.string, name->count, g->error);
    char made[32];
    int size = snprintf(made, sizeof made, "%s_%d", g->nodes[node].joint ? "joint" : "node", node);
    return caperi_draft_string(g->draft, made, (size_t)size, g->error);
}

// Names are made final here, because deforms and contacts are called by them.
static bool name_bodies(caperi_gltf *g, int shift)
{
    caperi_draft *draft = g->draft;
    name_table made = {.mask = 7}, *table = &made;
    while (table->mask < 2 * (unsigned)g->body_count)
        table->mask = 2 * table->mask + 1;
    table->slots = take(g, table->mask + 1u, sizeof *table->slots);
    table->tried = take(g, (size_t)g->body_count, sizeof *table->tried);
    if (!table->slots || !table->tried)
        return false;
    memset(table->slots, -1, (table->mask + 1u) * sizeof *table->slots);
    memset(table->tried, 0, (size_t)g->body_count * sizeof *table->tried);
    int repeated = 0;
    for (int i = shift; i < g->body_count + shift; i++) {
        int at = i % g->body_count; // an added root comes last: it has the weakest claim
        const char *base = at < shift ? "root" : node_name(g, g->bodies[at].node);
        if (!base)
            return false;
        draft->bodies[at].name = base;
        int16_t *slot = find_name(g, table, base);
        if (*slot >= 0) {
            int first = *slot;
            size_t size = strlen(base) + 16;
            char *name = caperi_draft_alloc(draft, &draft->arena, size, 1, 1, g->error);
            if (!name)
                return false;
            draft->bodies[at].name = name;
            do {
                snprintf(name, size, "%s.%d", base, ++table->tried[first]);
                slot = find_name(g, table, name);
            } while (*slot >= 0);
            repeated += at >= shift;
        }
        *slot = (int16_t)at;
    }
    if (repeated > 0)
        caperi_draft_warn(draft, 0, 0, "%d nodes have the name of another: numbers were added",
                          repeated);
    return true;
}

static void mark_helpers(caperi_gltf *g, bool *marked, unsigned char *bits)
{
    for (int i = 0; i < g->node_count; i++)
        marked[i] = g->nodes[i].joint;
    spread(g, marked, bits);
    for (int i = 0; i < g->body_count; i++) {
        int n = g->bodies[i].node;
        // a node between joints may have to carry the spine: whether it helps is for others to say
        if (n >= 0 && !marked[n] && bits[n] != (ABOVE | BELOW))
            g->draft->bodies[i].caps |= CAPER_CAP_HELPER;
    }
}

bool caperi_gltf_choose_bodies(caperi_gltf *g)
{
    size_t count = (size_t)g->node_count;
    bool *marked = take(g, count, sizeof *marked);
    unsigned char *bits = take(g, count, 1);
    if (!marked || !bits)
        return false;
    bool joints = false;
    for (int i = 0; i < g->node_count; i++)
        joints = joints || g->nodes[i].joint;
    if (joints)
        keep_with_joints(g, marked, bits);
    else
        keep_scene(g, marked, bits);

    int kept = 0, roots = 0;
    for (int i = 0; i < g->node_count; i++) {
        const caperi_gltf_node *node = &g->nodes[i];
        kept += node->keep;
        roots += node->keep && !(node->parent >= 0 && g->nodes[node->parent].keep);
    }
    if (kept == 0 && g->node_count > CAPER_MAX_BODIES)
        CAPERI_GLTF_FAIL(g, g->node_list, CAPER_ERROR_LIMIT,
                         "the file has %d nodes without a skin, more than %d", g->node_count,
                         CAPER_MAX_BODIES);
    if (kept == 0)
        CAPERI_GLTF_FAIL(g, g->node_list, CAPER_ERROR_INVALID,
                         "the file has no skin, and nothing in its scene moves or is seen");
    int shift = roots > 1 ? 1 : 0;
    g->body_count = kept + shift;
    CAPER_PASS(caperi_draft_bodies(g->draft, g->body_count, g->error));
    g->bodies = take(g, (size_t)g->body_count, sizeof *g->bodies);
    if (!g->bodies)
        return false;
    if (shift) {
        g->bodies[0].node = -1;
        caperi_draft_warn(g->draft, 0, 0, "the file has %d roots: a helper was added above them",
                          roots);
    }
    CAPER_PASS(emit_bodies(g, shift));
    for (int i = shift; i < g->body_count; i++) {
        const caperi_gltf_node *node = &g->nodes[g->bodies[i].node];
        bool below = node->parent >= 0 && g->nodes[node->parent].keep;
        g->draft->bodies[i].parent = below ? g->nodes[node->parent].body : shift - 1;
        g->draft->bodies[i].line = (int)node->json->line;
        g->draft->bodies[i].column = (int)node->json->column;
    }
    if (joints)
        mark_helpers(g, marked, bits);
    return name_bodies(g, shift);
}
