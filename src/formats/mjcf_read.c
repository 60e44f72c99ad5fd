// SPDX-License-Identifier: MIT
//
// MJCF, the model files of MuJoCo: the kinematic tree and what its bodies are made of. The
// character is the largest tree of bodies in the world; balls, targets, the ground and whatever
// else stands around are left out. Motors, tendons, sensors and sites are not read. Invariant: each
// body of that tree becomes one body of the draft, in the order of the file.
#include "formats/mjcf.h"

#include "base/try.h"

#include <string.h>

typedef struct assembly {
    caperi_mjcf *m;
    caperi_robot_body *bodies;
    int *indices; // of the file's bodies among these; -1 for those left out
    int count;
    const double *qpos; // the rest pose, when a key has it
    double mass_unit;   // kilograms
    // bodies to warn about: how many, and the first
    int mesh_count, light_count, apart_count;
    const caperi_mjcf_body *first_mesh, *first_light, *first_apart;
} assembly;

static const char *name_or(const caperi_xml *element, const char *fallback)
{
    const char *name = caperi_xml_get(element, "name");
    return name && name[0] ? name : fallback;
}

// -- Which bodies -------------------------------------------------------------------------------

static bool choose_tree(caperi_mjcf *m, int *tree)
{
    int best = -1, most = 0;
    for (int i = 0; i < m->body_count; i++) {
        if (m->bodies[i].parent >= 0 || m->bodies[i].mocap)
            continue;
        int end = i + 1; // a tree stands together
        while (end < m->body_count && m->bodies[end].tree == i)
            end++;
        if (end - i > most) {
            best = i;
            most = end - i;
        }
    }
    if (best < 0)
        return caperi_xml_fail(m->root, CAPER_ERROR_INVALID, m->error,
                               "all bodies are moved from outside (mocap), expected a character");
    if (most < m->body_count || m->world_geoms > 0)
        caperi_draft_warn(
            m->draft, m->bodies[best].element->line, m->bodies[best].element->column,
            "the character is '%.40s': %d other bodies and %d geoms of the world were "
            "left out",
            name_or(m->bodies[best].element, "unnamed"), m->body_count - most, m->world_geoms);
    *tree = best;
    return true;
}

static void warn_loops(caperi_mjcf *m)
{
    for (const caperi_xml *part = caperi_xml_child(m->root, "equality"); part;
         part = caperi_xml_next(part, "equality")) {
        for (const caperi_xml *e = part->child; e; e = e->next) {
            if (!caperi_xml_is(e, "connect") && !caperi_xml_is(e, "weld"))
                continue;
            const char *one = caperi_xml_get(e, "body1"), *two = caperi_xml_get(e, "body2");
            caperi_draft_warn(m->draft, e->line, e->column,
                              "'%.40s' and '%.40s' close a loop, which a tree cannot: left open",
                              one ? one : "a site", two ? two : "the world");
        }
    }
}

// -- Units and masses ---------------------------------------------------------------------------

// Gravity tells which unit a file is in. Models in centimetres are in grams as well.
static void find_units(caperi_mjcf *m, caper_up_axis *up, float *unit, double *mass_unit)
{
    caperi_draft *draft = m->draft;
    const double *g = m->gravity;
    double size = sqrt(g[0] * g[0] + g[1] * g[1] + g[2] * g[2]) / 9.81;
    *up = g[1] < -0.9 * 9.81 * size && size > 0.0   ? CAPER_UP_Y
          : g[0] < -0.9 * 9.81 * size && size > 0.0 ? CAPER_UP_X
                                                    : CAPER_UP_Z;
    *unit = 1.0f;
    *mass_unit = 1.0;
    if (size > 95.0 && size < 105.0) {
        *unit = 0.01f;
        *mass_unit = 1e-3;
    } else if (size > 950.0 && size < 1050.0) {
        *unit = 1e-3f;
    }
    draft->unit_detected = *unit != 1.0f;
    if (draft->options.unit > 0.0f) {
        *unit = draft->options.unit;
        draft->unit_detected = false;
    }
    if (draft->options.up != CAPER_UP_AUTO)
        *up = draft->options.up;
    draft->unit = *unit;
    draft->unit_name = caperi_unit_name(*unit);
}

// How many of its solids make the box of a body: see mjcf_body.c.
static int box_solids(const caperi_mjcf_body *body)
{
    return body->plain_count > 0 ? body->plain_count : body->has_mesh ? 0 : body->solid_count;
}

// A mesh weighs its density times the volume of the solids that stand for it.
static double body_mass(const caperi_mjcf *m, const caperi_mjcf_body *body)
{
    bool told = m->inertia == CAPERI_MJCF_INERTIA_TOLD ||
                (m->inertia == CAPERI_MJCF_INERTIA_AUTO && body->has_inertial);
    if (told)
        return body->inertial_mass;
    if (body->geom_mass > 0.0 || !body->has_mesh)
        return body->geom_mass;
    double volume = 0.0;
    for (int i = 0; i < box_solids(body); i++)
        volume += caperi_solid_volume(&m->solids[body->first_solid + i]);
    return body->mesh_density * volume;
}

// What to multiply all masses with; the total counts all bodies of the file.
static double mass_factor(const caperi_mjcf *m)
{
    double sum = 0.0;
    for (int i = 0; i < m->body_count; i++) {
        double mass = body_mass(m, &m->bodies[i]);
        if (mass == 0.0 && m->bodies[i].has_mesh)
            return 1.0; // a part is not known
        sum += mass;
    }
    return m->total_mass > 0.0 && sum > 0.0 ? m->total_mass / sum : 1.0;
}

// -- Bodies -------------------------------------------------------------------------------------

static void warn_slide(const assembly *a, const caperi_mjcf_joint *joint)
{
    caperi_draft_warn(a->m->draft, joint->element->line, joint->element->column,
                      "joint '%.40s' slides, which no joint here does: it was left out",
                      name_or(joint->element, "unnamed"));
}

static void add_hinge(const assembly *a, caperi_robot_body *out, const caperi_mjcf_joint *joint,
                      float at)
{
    const char *name = name_or(joint->element, "");
    caperi_hinge hinge = {joint->axis, joint->low, joint->high, at, joint->ref, NULL};
    hinge.name = caperi_draft_string(a->m->draft, name, strlen(name), a->m->error);
    if (!joint->limited) { // a full circle about the rest pose, wherever that is
        hinge.low = at - CAPER_PI;
        hinge.high = at + CAPER_PI;
    }
    out->hinges[out->hinge_count++] = hinge;
}

static void add_ball(const assembly *a, caperi_robot_body *out, const caperi_mjcf_joint *joint)
{
    caper_quat rest = caper_quat_identity();
    if (a->qpos) {
        const double *q = a->qpos + joint->qpos;
        rest = caper_quat_make((float)q[1], (float)q[2], (float)q[3], (float)q[0]);
    }
    float turned = caper_quat_angle(caper_quat_identity(), caper_quat_normalize(rest));
    out->kind = joint->limited ? CAPER_JOINT_BALL : CAPER_JOINT_FREE;
    out->ball = caper_clamp(fabsf(joint->high) + turned, 0.0f, CAPER_PI);
}

// The base is free, whatever it hangs on; how it turns is kept for who counts as the model does.
static void add_base_hinges(assembly *a, const caperi_mjcf_body *body, caperi_robot_body *out)
{
    for (int i = 0; i < body->joint_count && out->hinge_count < CAPERI_MAX_HINGES; i++) {
        const caperi_mjcf_joint *joint = &a->m->joints[body->first_joint + i];
        if (joint->kind == CAPERI_MJCF_HINGE)
            add_hinge(a, out, joint, caperi_mjcf_hinge_at(joint, a->qpos));
    }
}

// The numbers of the model's qpos, in its order.
static bool list_columns(assembly *a, int tree)
{
    caperi_draft *draft = a->m->draft;
    const caperi_mjcf_body *base = &a->m->bodies[tree];
    CAPER_PASS(caperi_robot_begin(draft, 7 * a->m->joint_count, base->local, a->m->error));
    if (base->joint_count == 0)
        caperi_robot_add_base(draft);
    int last = -1, hinge = 0;
    for (int i = 0; i < a->m->joint_count; i++) {
        const caperi_mjcf_joint *joint = &a->m->joints[i];
        if (a->m->bodies[joint->body].tree != tree)
            continue;
        const char *name = name_or(joint->element, "");
        name = caperi_draft_string(draft, name, strlen(name), a->m->error);
        CAPER_PASS(name != NULL);
        hinge = joint->body == last ? hinge : 0;
        last = joint->body;
        caper_robot_column column = {.name = name, .body = a->indices[joint->body]};
        if (joint->kind == CAPERI_MJCF_FREE && column.body == 0) {
            caperi_robot_add_base(draft);
            continue;
        }
        column.kind = CAPER_ROBOT_OTHER;
        column.axis = joint->axis;
        column.zero = joint->ref;
        if (joint->kind == CAPERI_MJCF_HINGE && hinge < CAPERI_MAX_HINGES) {
            column.kind = CAPER_ROBOT_HINGE;
            column.index = hinge++;
        } else if (joint->kind == CAPERI_MJCF_SLIDE) {
            column.kind = CAPER_ROBOT_SLIDE;
        }
        int numbers = joint->kind == CAPERI_MJCF_BALL ? 4 : joint->kind == CAPERI_MJCF_FREE ? 7 : 1;
        for (int k = 0; k < numbers; k++)
            caperi_robot_add(draft, column);
    }
    return true;
}

// All joints of a body become one. That of the tree's root is free, whatever it is made of.
static void add_joints(assembly *a, const caperi_mjcf_body *body, caperi_robot_body *out)
{
    caper_vec3 sum = caper_vec3_zero();
    int turns = 0, balls = 0, hinges = 0;
    float apart = 0.0f;
    out->kind = body->parent < 0 ? CAPER_JOINT_FREE : CAPER_JOINT_FIXED;
    if (body->parent < 0)
        add_base_hinges(a, body, out);
    for (int i = 0; i < body->joint_count && body->parent >= 0; i++) {
        const caperi_mjcf_joint *joint = &a->m->joints[body->first_joint + i];
        const caper_vec3 first = a->m->joints[body->first_joint].position;
        if (joint->kind == CAPERI_MJCF_SLIDE) {
            warn_slide(a, joint);
            continue;
        }
        sum = caper_vec3_add(sum, joint->position);
        apart = caper_max(apart, caper_vec3_distance(joint->position, first));
        turns++;
        if (joint->kind == CAPERI_MJCF_HINGE && hinges++ < CAPERI_MAX_HINGES)
            add_hinge(a, out, joint, caperi_mjcf_hinge_at(joint, a->qpos));
        balls += joint->kind != CAPERI_MJCF_HINGE;
        if (joint->kind == CAPERI_MJCF_BALL)
            add_ball(a, out, joint);
        else if (joint->kind == CAPERI_MJCF_FREE)
            out->kind = CAPER_JOINT_FREE;
    }
    if (hinges > 0)
        out->kind =
            balls == 0 && hinges <= CAPERI_MAX_HINGES ? CAPER_JOINT_HINGE : CAPER_JOINT_FREE;
    if (hinges > CAPERI_MAX_HINGES || (balls > 0 && turns > 1))
        caperi_draft_warn(a->m->draft, out->line, out->column,
                          "'%.40s' has %d joints that turn: taken as free",
                          name_or(body->element, "unnamed"), turns);
    if (turns > 0)
        out->anchor = caper_vec3_scale(sum, 1.0f / (float)turns);
    if (apart > 0.0f && turns > 1 && a->apart_count++ == 0)
        a->first_apart = body;
}

static bool add_body(assembly *a, int i, double factor)
{
    caperi_mjcf *m = a->m;
    const caperi_mjcf_body *body = &m->bodies[i];
    caperi_robot_body *out = &a->bodies[a->count];
    const char *name = name_or(body->element, "");
    a->indices[i] = a->count++;
    out->name = caperi_draft_string(m->draft, name, strlen(name), m->error);
    CAPER_PASS(out->name != NULL);
    out->parent = body->parent < 0 ? -1 : a->indices[body->parent];
    out->line = body->element->line;
    out->column = body->element->column;
    out->local = caperi_mjcf_posed(m, i, a->qpos);
    out->mass = body_mass(m, body) * factor * a->mass_unit;
    out->solid_count = box_solids(body);
    out->solids = m->solids + body->first_solid;
    add_joints(a, body, out);
    out->helper = body->joint_count == 0 && body->child_count == 0 && body->solid_count == 0 &&
                  !body->has_mesh && !body->has_inertial && body->parent >= 0;
    if (body->has_mesh && out->solid_count == 0 && a->mesh_count++ == 0)
        a->first_mesh = body;
    bool told = body->has_inertial ? m->inertia != CAPERI_MJCF_INERTIA_GEOMS
                                   : m->inertia == CAPERI_MJCF_INERTIA_TOLD;
    if (body->mesh_density > 0.0 && !told && a->light_count++ == 0)
        a->first_light = body;
    return true;
}

static void warn_first(const assembly *a, int count, const caperi_mjcf_body *first,
                       const char *what)
{
    if (count > 0)
        caperi_draft_warn(a->m->draft, first->element->line, first->element->column,
                          "%d bodies have %s (first: %.40s)", count, what,
                          name_or(first->element, "unnamed"));
}

static void warn_bodies(const assembly *a)
{
    warn_first(a, a->mesh_count, a->first_mesh,
               "meshes only, which are not read: their boxes are from lengths");
    warn_first(a, a->light_count, a->first_light,
               "meshes of unknown mass: what they weigh is by their other geoms");
    warn_first(a, a->apart_count, a->first_apart,
               "hinges that do not meet: their joints are in the middle");
}

static bool assemble(caperi_mjcf *m)
{
    int tree = 0;
    CAPER_PASS(choose_tree(m, &tree));
    warn_loops(m);
    assembly a = {.m = m};
    caper_arena *arena = &m->draft->scratch;
    caper_up_axis up;
    float unit;
    find_units(m, &up, &unit, &a.mass_unit);
    CAPER_PASS(caperi_mjcf_find_key(m, tree, &a.qpos));
    size_t count = (size_t)m->body_count;
    a.bodies = caperi_draft_alloc(m->draft, arena, count, sizeof *a.bodies,
                                  _Alignof(caperi_robot_body), m->error);
    a.indices =
        caperi_draft_alloc(m->draft, arena, count, sizeof *a.indices, _Alignof(int), m->error);
    CAPER_PASS(a.bodies && a.indices);
    double factor = mass_factor(m);
    for (int i = 0; i < m->body_count; i++)
        if (m->bodies[i].tree == tree)
            CAPER_PASS(add_body(&a, i, factor));
    warn_bodies(&a);
    CAPER_PASS(list_columns(&a, tree));
    return caperi_robot_finish(m->draft, a.bodies, a.count, up, unit, m->error);
}

bool caperi_read_mjcf(caperi_draft *draft, caper_error *error)
{
    caperi_mjcf m = {.draft = draft, .error = error};
    m.root = caperi_mjcf_document(draft, error);
    CAPER_PASS(m.root != NULL);
    if (!caperi_xml_is(m.root, "mujoco") && !caperi_xml_is(m.root, "mujocoinclude"))
        return caperi_xml_fail(m.root, CAPER_ERROR_INVALID, error,
                               "the root element is <%.32s>, expected <mujoco>", m.root->name);
    CAPER_PASS(caperi_mjcf_settings(&m) && caperi_mjcf_bodies(&m) && assemble(&m));
    caperi_mjcf_warn_unknown(&m);
    const char *name = caperi_xml_get(m.root, "model");
    if (name && name[0])
        draft->name = caperi_draft_string(draft, name, strlen(name), error);
    return draft->name != NULL;
}
