// SPDX-License-Identifier: MIT
//
// What a file itself says about its bodies: the humanoid map of VRM 0, VRM 1 and VRM animations
// (vrm-c/vrm-specification, VRMC_vrm-1.0/humanoid.md), or what this library wrote into the extras
// of a node. Either is authoritative: caps are then not inferred. Invariant: a humanoid's spine is
// the whole way from its hips to its head, with bones in between that the map does not name.
#include "body/body.h"
#include "formats/gltf.h"
#include "person/person.h"

#include <string.h>

// VRM 1 names the joints of the thumb by its bones, which are one further out.
static caper_part find_part(const char *name, int format)
{
    static const char *const thumbs[][2] = {
        {"leftThumbMetacarpal", "leftThumbProximal"},
        {"leftThumbProximal", "leftThumbIntermediate"},
        {"rightThumbMetacarpal", "rightThumbProximal"},
        {"rightThumbProximal", "rightThumbIntermediate"},
    };
    for (int i = 0; format != 1 && i < CAPER_COUNT_OF(thumbs); i++) {
        if (strcmp(name, thumbs[i][0]) == 0) {
            name = thumbs[i][1];
            break;
        }
    }
    return caper_part_from_name(name, strlen(name));
}

static const char *const formats[] = {NULL, "VRM", "VRMC_vrm", "VRMC_vrm_animation"};

int caperi_gltf_human_format(const caperi_gltf *g)
{
    const caperi_json_value *extensions = caperi_json_find(g->json.root, "extensions");
    for (int i = CAPER_COUNT_OF(formats) - 1; i > 0; i--)
        if (caperi_json_find(caperi_json_find(extensions, formats[i]), "humanoid"))
            return i;
    return 0;
}

static bool add_human(caperi_gltf *g, const char *name, const caperi_json_value *entry)
{
    int node = -1;
    caper_part part = find_part(name, g->human_format);
    CAPER_PASS(caperi_json_object(&g->json, entry));
    // VRM 0 writes -1 for a bone that is not there
    const caperi_json_value *value = caperi_json_find(entry, "node");
    if (caperi_json_is(value, CAPERI_JSON_NUMBER) && value->as.number == -1)
        return true;
    CAPER_PASS(caperi_gltf_index(g, entry, "node", CAPERI_REQUIRED, g->node_count, &node));
    if (part == CAPER_PART_COUNT) {
        caperi_draft_warn(g->draft, (int)entry->line, (int)entry->column,
                          "the humanoid has a bone '%.40s', which is not known", name);
        return true;
    }
    if (g->humans[node] >= 0)
        CAPERI_GLTF_FAIL(g, entry, CAPER_ERROR_INVALID,
                         "node %d is two bones of the humanoid, one of them '%.40s'", node, name);
    g->humans[node] = (int)part;
    g->nodes[node].joint = true;
    return true;
}

// -- Expressions ------------------------------------------------------------------------------

static bool count_expressions(caperi_gltf *g, const caperi_json_value *list, int *count)
{
    if (!list)
        return true;
    CAPER_PASS(caperi_json_object(&g->json, list));
    for (uint32_t i = 0; i < list->count; i++) {
        const caperi_json_value *entry = caperi_json_member_value(list, i);
        caperi_gltf_expression *e = g->expressions ? &g->expressions[*count] : NULL;
        int node = -1;
        CAPER_PASS(caperi_json_object(&g->json, entry));
        CAPER_PASS(caperi_gltf_index(g, entry, "node", CAPERI_REQUIRED, g->node_count, &node));
        (*count)++;
        if (!e)
            continue;
        e->node = node;
        e->deform = -1;
        CAPER_PASS(caperi_json_string(&g->json, caperi_json_member_key(list, i), &e->name));
        g->nodes[node].expression = *count;
    }
    return true;
}

// VRMC_vrm_animation-1.0: presets and custom expressions, each a node whose x is a weight. Where
// the eyes look is a rotation that no body has.
static bool read_expressions(caperi_gltf *g)
{
    const caperi_json_value *extensions = caperi_json_find(g->json.root, "extensions");
    const caperi_json_value *animation = caperi_json_find(extensions, "VRMC_vrm_animation");
    const caperi_json_value *look = caperi_json_find(animation, "lookAt");
    if (look)
        caperi_draft_warn(g->draft, (int)look->line, (int)look->column,
                          "the animation has a lookAt: dropped");
    const caperi_json_value *lists = caperi_json_find(animation, "expressions");
    for (int pass = 0; lists && pass < 2; pass++) {
        g->expression_count = 0;
        CAPER_PASS(count_expressions(g, caperi_json_find(lists, "preset"), &g->expression_count));
        CAPER_PASS(count_expressions(g, caperi_json_find(lists, "custom"), &g->expression_count));
        if (pass == 0)
            g->expressions = caperi_draft_alloc(
                g->draft, &g->draft->scratch, (size_t)g->expression_count + 1,
                sizeof *g->expressions, _Alignof(caperi_gltf_expression), g->error);
        if (!g->expressions)
            return false;
    }
    return true;
}

// Expressions are deforms of the head.
static bool add_expressions(caperi_gltf *g)
{
    int head = 0;
    for (int i = 0; i < g->body_count; i++)
        if (g->draft->bodies[i].caps & CAPER_CAP_HEAD)
            head = i;
    for (int i = 0; i < g->expression_count; i++) {
        caperi_gltf_expression *e = &g->expressions[i];
        CAPER_PASS(caperi_gltf_add_deform(g, head, e->name, strlen(e->name), &e->deform));
    }
    return true;
}

// -- The map of bones --------------------------------------------------------------------------

bool caperi_gltf_read_humans(caperi_gltf *g)
{
    if (!g->human_format)
        return true;
    const caperi_json_value *extensions = caperi_json_find(g->json.root, "extensions");
    const caperi_json_value *humanoid =
        caperi_json_find(caperi_json_find(extensions, formats[g->human_format]), "humanoid");
    const caperi_json_value *list = caperi_json_find(humanoid, "humanBones");
    g->humans = caperi_draft_alloc(g->draft, &g->draft->scratch, (size_t)g->node_count,
                                   sizeof *g->humans, _Alignof(int), g->error);
    if (!g->humans)
        return false;
    for (int i = 0; i < g->node_count; i++)
        g->humans[i] = -1;
    bool array = caperi_json_is(list, CAPERI_JSON_ARRAY);
    if (!array && !caperi_json_is(list, CAPERI_JSON_OBJECT))
        CAPERI_GLTF_FAIL(g, humanoid, CAPER_ERROR_INVALID, "the humanoid has no 'humanBones'");
    for (uint32_t i = 0; i < list->count; i++) {
        const char *name = "";
        const caperi_json_value *entry =
            array ? &list->as.items[i] : caperi_json_member_value(list, i);
        if (array)
            CAPER_PASS(caperi_json_get_string(&g->json, entry, "bone", CAPERI_REQUIRED, &name));
        else
            CAPER_PASS(caperi_json_string(&g->json, caperi_json_member_key(list, i), &name));
        CAPER_PASS(add_human(g, name, entry));
    }
    return g->human_format != 3 || read_expressions(g);
}

// -- Humanoids --------------------------------------------------------------------------------

static bool human_caps(caperi_gltf *g)
{
    caperi_draft_body *bodies = g->draft->bodies;
    int16_t parents[CAPER_MAX_BODIES];
    caper_caps caps[CAPER_MAX_BODIES];
    int16_t *parts = caperi_draft_alloc(g->draft, &g->draft->scratch, CAPER_PART_COUNT,
                                        sizeof *parts, _Alignof(int16_t), g->error);
    if (!parts)
        return false;
    memset(parts, 0xff, CAPER_PART_COUNT * sizeof *parts);
    for (int i = 0; i < g->body_count && i < CAPER_MAX_BODIES; i++) {
        int part = g->bodies[i].node >= 0 ? g->humans[g->bodies[i].node] : -1;
        if (part >= 0)
            parts[part] = (int16_t)i;
        parents[i] = (int16_t)bodies[i].parent;
        caps[i] = bodies[i].caps;
    }
    if (!caperi_parts_to_caps(parts, parents, g->body_count, caps))
        return true; // nothing to stand on: left to inference
    g->draft->caps_known = true;
    g->draft->parts = parts;
    for (int i = 0; i < g->body_count; i++)
        bodies[i].caps = caps[i];
    return true;
}

// -- Own extras -------------------------------------------------------------------------------

static bool read_joint(caperi_gltf *g, const caperi_json_value *json, caperi_draft_body *body)
{
    int kind = CAPER_JOINT_FREE;
    caper_joint *joint = &body->joint;
    CAPER_PASS(caperi_json_object(&g->json, json));
    CAPER_PASS(caperi_json_get_enum(&g->json, json, "kind", CAPERI_REQUIRED,
                                    caperi_joint_kind_names, CAPER_JOINT_KIND_COUNT, &kind));
    joint->kind = (caper_joint_kind)kind;
    joint->axis = caper_vec3_make(0.0f, 1.0f, 0.0f);
    const caperi_json_value *axis = caperi_json_find(json, "axis");
    if (axis)
        CAPER_PASS(caperi_json_floats(&g->json, axis, &joint->axis.x, 3));
    CAPER_PASS(caperi_json_get_float(&g->json, json, "swing", CAPERI_OPTIONAL, &joint->swing));
    CAPER_PASS(caperi_json_get_float(&g->json, json, "min", CAPERI_OPTIONAL, &joint->min));
    CAPER_PASS(caperi_json_get_float(&g->json, json, "max", CAPERI_OPTIONAL, &joint->max));
    body->has_joint = true;
    return true;
}

static bool read_caps(caperi_gltf *g, const caperi_json_value *json, caperi_draft_body *body)
{
    const caperi_json_value *caps;
    CAPER_PASS(caperi_gltf_array(g, json, "caps", &caps));
    body->caps = 0;
    for (uint32_t i = 0; caps && i < caps->count; i++) {
        int cap = 0;
        CAPER_PASS(caperi_json_enum(&g->json, &caps->as.items[i], caperi_cap_names, CAPER_CAP_COUNT,
                                    &cap));
        body->caps |= 1u << cap;
    }
    return true;
}

static bool read_deforms(caperi_gltf *g, const caperi_json_value *json, int i)
{
    const caperi_json_value *deforms = NULL;
    CAPER_PASS(caperi_json_get_array(&g->json, json, "deforms", CAPERI_OPTIONAL, 0,
                                     CAPER_MAX_DEFORMS, &deforms));
    for (uint32_t k = 0; deforms && k < deforms->count; k++) {
        const char *name = NULL;
        CAPER_PASS(caperi_json_string(&g->json, &deforms->as.items[k], &name));
        int unused;
        CAPER_PASS(caperi_gltf_add_deform(g, i, name, strlen(name), &unused));
    }
    return true;
}

static bool read_contacts(caperi_gltf *g, const caperi_json_value *json, caperi_draft_body *body)
{
    const caperi_json_value *contacts = NULL;
    CAPER_PASS(caperi_json_get_array(&g->json, json, "contacts", CAPERI_OPTIONAL, 0,
                                     CAPER_MAX_CONTACTS, &contacts));
    if (!contacts || contacts->count == 0)
        return true;
    caper_vec3 *points = caperi_draft_alloc(g->draft, &g->draft->scratch, contacts->count,
                                            sizeof *points, _Alignof(caper_vec3), g->error);
    if (!points)
        return false;
    for (uint32_t k = 0; k < contacts->count; k++)
        CAPER_PASS(caperi_json_floats(&g->json, &contacts->as.items[k], &points[k].x, 3));
    body->contacts = points;
    body->contact_count = (int)contacts->count;
    return true;
}

static bool read_own_body(caperi_gltf *g, int i, const caperi_json_value *json)
{
    caperi_draft_body *body = &g->draft->bodies[i];
    CAPER_PASS(caperi_json_object(&g->json, json));
    CAPER_PASS(read_caps(g, json, body));
    const caperi_json_value *box = caperi_json_find(json, "box");
    if (box) {
        CAPER_PASS(caperi_json_object(&g->json, box));
        const caperi_json_value *center = caperi_json_find(box, "center");
        CAPER_PASS(caperi_json_floats(&g->json, center, &body->box_center.x, 3));
        const caperi_json_value *half = caperi_json_find(box, "half");
        CAPER_PASS(caperi_json_floats(&g->json, half, &body->box_half.x, 3));
        body->has_box = true;
    }
    CAPER_PASS(caperi_json_get_float(&g->json, json, "mass", CAPERI_OPTIONAL, &body->mass));
    const caperi_json_value *joint = caperi_json_find(json, "joint");
    CAPER_PASS(!joint || read_joint(g, joint, body));
    return read_deforms(g, json, i) && read_contacts(g, json, body);
}

// Lengths of the extras are those of the file; the unit that was asked for stands in the world.
static void scale_body(caperi_draft_body *body, float unit)
{
    body->box_center = caper_vec3_scale(body->box_center, unit);
    body->box_half = caper_vec3_scale(body->box_half, unit);
    caper_vec3 *contacts = (caper_vec3 *)body->contacts;
    for (int k = 0; k < body->contact_count; k++)
        contacts[k] = caper_vec3_scale(contacts[k], unit);
    body->mass *= unit * unit * unit; // of the same stuff
}

static const caperi_json_value *own_body(const caperi_gltf *g, int i)
{
    int node = g->bodies[i].node;
    const caperi_json_value *extras =
        node >= 0 ? caperi_json_find(g->nodes[node].json, "extras") : NULL;
    return caperi_json_find(extras, CAPERI_GLTF_BODY);
}

static bool own_caps(caperi_gltf *g)
{
    bool all = true;
    for (int i = 0; i < g->body_count; i++) {
        const caperi_json_value *json = own_body(g, i);
        all = all && json;
        CAPER_PASS(!json || read_own_body(g, i, json));
        if (g->draft->unit != 1.0f)
            scale_body(&g->draft->bodies[i], g->draft->unit);
    }
    g->draft->caps_known = all;
    g->draft->rest_on_floor = g->as_written;
    return true;
}

// Joints that another program, as our exporter of Blender, knows of a rig that is not ours.
static bool foreign_joints(caperi_gltf *g)
{
    for (int i = 0; i < g->body_count; i++) {
        const caperi_json_value *joint = caperi_json_find(own_body(g, i), "joint");
        CAPER_PASS(!joint || read_joint(g, joint, &g->draft->bodies[i]));
    }
    return true;
}

bool caperi_gltf_caps(caperi_gltf *g)
{
    if (g->own)
        return own_caps(g);
    CAPER_PASS(foreign_joints(g));
    return (!g->humans || human_caps(g)) && add_expressions(g);
}
