// SPDX-License-Identifier: MIT
//
// Morph targets become deforms. A deform belongs to a body: the one that the vertices it moves
// follow most, so that a smile is the head's. Meshes whose targets have one name share one deform,
// as the parts of a face do. Invariant: deforms are numbered as the character numbers them, by body
// and then in the order in which they were found.
#include "formats/gltf.h"

#include <stdio.h>
#include <string.h>

static void *keep(caperi_gltf *g, size_t count, size_t size)
{
    return caperi_gltf_alloc(g, &g->draft->arena, count, size);
}

static void *scratch(caperi_gltf *g, size_t count, size_t size)
{
    return caperi_gltf_alloc(g, &g->draft->scratch, count, size);
}

// The body that the moving vertices follow most: the head, for a face.
static int most_moved(caperi_gltf *g, const caper_skin *skins, int count, int fallback)
{
    double most = 0;
    int best = fallback;
    double *sums = scratch(g, (size_t)g->body_count, sizeof *sums);
    for (int i = 0; sums && i < g->body_count; i++)
        sums[i] = 0;
    for (int s = 0; sums && s < count; s++) {
        const caper_skin *skin = &skins[s];
        for (int t = 0; t < skin->morph_count; t++) {
            for (int v = 0; v < skin->vertex_count; v++) {
                caper_vec3 d = skin->morph_offsets[(size_t)t * (size_t)skin->vertex_count + v];
                if (d.x == 0.0f && d.y == 0.0f && d.z == 0.0f)
                    continue;
                for (size_t k = 4 * (size_t)v; k < 4 * (size_t)v + 4; k++)
                    sums[skin->bodies[k]] += (double)skin->weights[k];
            }
        }
    }
    for (int i = 0; sums && i < g->body_count; i++)
        if (sums[i] > most) {
            most = sums[i];
            best = i;
        }
    return best;
}

// Room for one more. What is outgrown stays in scratch memory: less than twice as much in all.
static bool grow_deforms(caperi_gltf *g)
{
    if (g->deform_count < g->deform_room)
        return true;
    int room = g->deform_room ? 2 * g->deform_room : 16;
    caperi_gltf_deform *grown = scratch(g, (size_t)room, sizeof *grown);
    if (!grown)
        return false;
    if (g->deform_count > 0)
        memcpy(grown, g->deforms, (size_t)g->deform_count * sizeof *grown);
    g->deforms = grown;
    g->deform_room = room;
    return true;
}

bool caperi_gltf_add_deform(caperi_gltf *g, int body, const char *name, size_t size, int *out)
{
    caperi_gltf_body *owner = &g->bodies[body];
    *out = -1;
    CAPER_PASS(caperi_gltf_spend(g, NULL, size + 1));
    size = size < CAPERI_NAME_MAX ? size : CAPERI_NAME_MAX; // what is cut in two becomes '_'
    char *text = (char *)caperi_draft_string(g->draft, name, size, g->error);
    if (!text)
        return false;
    for (size_t i = 0; i < size; i++)
        text[i] = text[i] != '.' ? text[i] : '_'; // "body.deform" must come apart again
    for (int d = owner->deform_head - 1; d >= 0; d = g->deforms[d].next)
        if (strcmp(g->deforms[d].name, text) == 0) {
            *out = d;
            return true;
        }
    if (owner->deform_count == CAPER_MAX_DEFORMS || g->deform_count == CAPER_CLIP_MAX_DEFORMS) {
        g->deforms_dropped++;
        return true;
    }
    CAPER_PASS(grow_deforms(g));
    int made = g->deform_count++;
    g->deforms[made] = (caperi_gltf_deform){.body = body, .name = text, .next = -1};
    if (owner->deform_head)
        g->deforms[owner->deform_tail].next = made;
    else
        owner->deform_head = made + 1;
    owner->deform_tail = made;
    owner->deform_count++;
    *out = made;
    return true;
}

static const caperi_json_value *target_names(const caperi_json_value *mesh)
{
    const caperi_json_value *extras = caperi_json_find(mesh, "extras");
    const caperi_json_value *names = caperi_json_find(extras, "targetNames");
    if (!names) {
        const caperi_json_value *first = caperi_json_at(caperi_json_find(mesh, "primitives"), 0);
        names = caperi_json_find(caperi_json_find(first, "extras"), "targetNames");
    }
    return names;
}

// "body.deform" as this library writes it.
static int split_name(caperi_gltf *g, const char **name, size_t *size)
{
    for (size_t dot = *size; g->own && dot-- > 0;) {
        if ((*name)[dot] != '.')
            continue;
        for (int i = 0; i < g->body_count; i++) {
            const char *body = g->draft->bodies[i].name;
            if (strlen(body) == dot && memcmp(body, *name, dot) == 0) {
                *name += dot + 1;
                *size -= dot + 1;
                return i;
            }
        }
        break;
    }
    return -1;
}

bool caperi_gltf_name_targets(caperi_gltf *g, int node, const caperi_json_value *mesh, int first,
                              int count, int fallback)
{
    const caper_skin *skins = g->draft->skins + first;
    int targets = 0;
    for (int s = 0; s < count; s++)
        targets = skins[s].morph_count > targets ? skins[s].morph_count : targets;
    if (targets == 0)
        return true;
    if (!g->morphs) {
        g->morphs = scratch(g, (size_t)g->node_count, sizeof *g->morphs);
        if (!g->morphs)
            return false;
        memset(g->morphs, 0, (size_t)g->node_count * sizeof *g->morphs);
    }
    caperi_gltf_morphs *morphs = &g->morphs[node];
    morphs->deforms = scratch(g, (size_t)targets, sizeof *morphs->deforms);
    if (!morphs->deforms)
        return false;
    morphs->count = targets;
    int owner = most_moved(g, skins, count, fallback);
    const caperi_json_value *names = target_names(mesh);
    const caperi_json_value *weights = caperi_json_find(g->nodes[node].json, "weights");
    weights = weights ? weights : caperi_json_find(mesh, "weights");
    for (int t = 0; t < targets; t++) {
        char made[64];
        const caperi_json_value *value = caperi_json_at(names, (uint32_t)t);
        const char *name = made;
        size_t size = (size_t)snprintf(made, sizeof made, "morph_%d_%d", node, t);
        if (caperi_json_is(value, CAPERI_JSON_STRING) && value->count > 0) {
            name = value->as.string;
            size = value->count;
        }
        int body = split_name(g, &name, &size);
        int *deform = &morphs->deforms[t];
        CAPER_PASS(caperi_gltf_add_deform(g, body >= 0 ? body : owner, name, size, deform));
        const caperi_json_value *weight = caperi_json_at(weights, (uint32_t)t);
        if (*deform >= 0 && caperi_json_is(weight, CAPERI_JSON_NUMBER) &&
            fabs(weight->as.number) < 1e6)
            g->deforms[*deform].rest = weight->as.number;
    }
    return true;
}

bool caperi_gltf_settle_deforms(caperi_gltf *g)
{
    if (g->deforms_dropped > 0)
        caperi_draft_warn(g->draft, 0, 0, "%d morph targets were left out: a body has %d at most",
                          g->deforms_dropped, CAPER_MAX_DEFORMS);
    if (g->deform_count == 0)
        return true;
    g->deform_names = keep(g, (size_t)g->deform_count, sizeof *g->deform_names);
    const char **own = scratch(g, (size_t)g->deform_count, sizeof *own);
    if (!g->deform_names || !own)
        return false;
    int made = 0;
    for (int i = 0; i < g->body_count; i++) {
        caperi_draft_body *body = &g->draft->bodies[i];
        body->deforms = own + made;
        body->deform_count = g->bodies[i].deform_count;
        for (int d = g->bodies[i].deform_head - 1; d >= 0; d = g->deforms[d].next) {
            size_t size = strlen(body->name) + strlen(g->deforms[d].name) + 2;
            char *full = keep(g, size, 1);
            if (!full)
                return false;
            snprintf(full, size, "%s.%s", body->name, g->deforms[d].name);
            own[made] = g->deforms[d].name;
            g->deform_names[made] = full;
            g->deforms[d].place = made++;
        }
    }
    // the skins call their targets by the same names
    for (int s = 0; s < g->draft->skin_count; s++) {
        caper_skin *skin = &g->draft->skins[s];
        const caperi_gltf_morphs *morphs = skin->morph_count ? &g->morphs[g->skin_nodes[s]] : NULL;
        const char **names = morphs ? keep(g, (size_t)skin->morph_count, sizeof *names) : NULL;
        if (!morphs)
            continue;
        if (!names)
            return false;
        for (int t = 0; t < skin->morph_count; t++) {
            int d = morphs->deforms[t];
            names[t] = d >= 0 ? g->deform_names[g->deforms[d].place] : "";
        }
        skin->morphs = names;
    }
    return true;
}
