// SPDX-License-Identifier: MIT
//
// The bodies of an MJCF document: a walk over <worldbody> that collects bodies (parents first, in
// MuJoCo's own order), their joints, the solids that make their boxes, and their masses. <frame>
// elements are transforms on the way. Geoms that collide make the box; of a body without such, the
// others do, unless it also has a mesh (then they are no likeness of it: wrapping surfaces of
// tendons, for instance).
#include "formats/mjcf.h"

#include "base/try.h"

#include <string.h>

#define DEGREE 0.017453292519943295769
#define MAX_JOINTS 16384

// Where the walk is.
typedef struct place {
    int body; // -1: the world
    int tree;
    int class_index;
    caper_transform frame; // of <frame> elements, in the frame of the body
    bool mocap;
} place;

static caper_vec3 to_vec3(const double *v)
{
    return caper_vec3_make((float)v[0], (float)v[1], (float)v[2]);
}

// -- Joints -------------------------------------------------------------------------------------

static bool joint_kind(const caperi_mjcf_view *view, caperi_mjcf_joint_kind *kind)
{
    static const char *const names[] = {"hinge", "slide", "ball", "free"};
    const caperi_xml *where = view->element;
    const char *text = caperi_mjcf_get(view, "type", &where);
    *kind = CAPERI_MJCF_HINGE;
    for (int i = 0; text && i < CAPER_COUNT_OF(names); i++) {
        if (strcmp(text, names[i]) == 0) {
            *kind = (caperi_mjcf_joint_kind)i;
            return true;
        }
    }
    return !text || caperi_xml_fail(
                        where, CAPER_ERROR_INVALID, view->m->error,
                        "a joint has the type '%.32s', expected hinge, slide, ball or free", text);
}

static bool joint_limits(const caperi_mjcf_view *view, caperi_mjcf_joint *joint)
{
    double range[2] = {0.0, 0.0}, ref = 0.0;
    const caperi_mjcf *m = view->m;
    bool turns = joint->kind == CAPERI_MJCF_HINGE || joint->kind == CAPERI_MJCF_BALL;
    double unit = turns && !m->radians ? DEGREE : 1.0;
    int given = caperi_mjcf_numbers(view, "range", 2, 2, range);
    CAPER_PASS(given >= 0 && caperi_mjcf_numbers(view, "ref", 1, 1, &ref) >= 0);
    const caperi_xml *where = view->element;
    const char *limited = caperi_mjcf_get(view, "limited", &where);
    bool automatic = !limited || strcmp(limited, "auto") == 0;
    CAPER_PASS(automatic || strcmp(limited, "true") == 0 || strcmp(limited, "false") == 0 ||
               caperi_xml_fail(where, CAPER_ERROR_INVALID, m->error,
                               "limited is '%.16s', expected true, false or auto", limited));
    joint->limited = automatic ? given > 0 && m->autolimits : strcmp(limited, "true") == 0;
    if (joint->limited && given == 0)
        return caperi_xml_fail(where, CAPER_ERROR_INVALID, m->error,
                               "a joint is limited and has no range");
    if (joint->limited && !(range[0] <= range[1]))
        return caperi_xml_fail(view->element, CAPER_ERROR_INVALID, m->error,
                               "the range of a joint ends before it begins");
    joint->ref = (float)(ref * unit);
    joint->low = joint->limited ? (float)((range[0] - ref) * unit) : -CAPER_PI;
    joint->high = joint->limited ? (float)((range[1] - ref) * unit) : CAPER_PI;
    return true;
}

static bool read_joint(caperi_mjcf *m, const caperi_xml *element, const place *at, bool free)
{
    static const int widths[] = {1, 1, 4, 7};
    if (at->body < 0)
        return caperi_xml_fail(element, CAPER_ERROR_INVALID, m->error, "the world has a joint");
    caperi_mjcf_body *body = &m->bodies[at->body];
    caperi_mjcf_joint *joint = &m->joints[m->joint_count];
    caperi_mjcf_view view = {m, element, -1, CAPERI_MJCF_JOINT};
    joint->kind = CAPERI_MJCF_FREE;
    double axis[3] = {0.0, 0.0, 1.0}, position[3] = {0.0, 0.0, 0.0};
    if (!free)
        CAPER_PASS(caperi_mjcf_look(m, element, CAPERI_MJCF_JOINT, at->class_index, &view) &&
                   joint_kind(&view, &joint->kind) && joint_limits(&view, joint) &&
                   caperi_mjcf_numbers(&view, "axis", 3, 3, axis) >= 0 &&
                   caperi_mjcf_numbers(&view, "pos", 3, 3, position) >= 0);
    caper_vec3 unit = caper_vec3_normalize(to_vec3(axis));
    if (caper_vec3_length(unit) < 0.5f)
        return caperi_xml_fail(element, CAPER_ERROR_INVALID, m->error, "the axis of a joint is 0");
    joint->axis = caper_vec3_normalize(caper_transform_mul_vector(at->frame, unit));
    joint->position = caper_transform_mul_point(at->frame, to_vec3(position));
    joint->body = at->body;
    joint->element = element;
    joint->qpos = m->qpos_count;
    m->qpos_count += widths[joint->kind];
    if (body->joint_count++ == 0)
        body->first_joint = m->joint_count;
    m->joint_count++;
    return true;
}

// -- Geoms --------------------------------------------------------------------------------------

typedef struct geom_facts {
    bool collides, sized, weighs;
    double mass, density; // mass < 0: by density
} geom_facts;

enum {
    SHAPE_NONE = -1, // plane, height field: no part of a body
    SHAPE_MESH = -2
};

static bool geom_shape(const caperi_mjcf_view *view, int *shape)
{
    static const struct {
        const char *name;
        int shape;
    } types[] = {{"sphere", CAPERI_SOLID_SPHERE},
                 {"box", CAPERI_SOLID_BOX},
                 {"capsule", CAPERI_SOLID_CAPSULE},
                 {"cylinder", CAPERI_SOLID_CYLINDER},
                 {"ellipsoid", CAPERI_SOLID_ELLIPSOID},
                 {"mesh", SHAPE_MESH},
                 {"plane", SHAPE_NONE},
                 {"hfield", SHAPE_NONE},
                 {"sdf", SHAPE_MESH}};
    const caperi_xml *where = view->element;
    const char *text = caperi_mjcf_get(view, "type", &where);
    *shape = CAPERI_SOLID_SPHERE;
    bool known = !text;
    for (int i = 0; text && i < CAPER_COUNT_OF(types); i++) {
        if (strcmp(text, types[i].name) == 0) {
            *shape = types[i].shape;
            known = true;
        }
    }
    // a shape that is fitted to a mesh has the size of the mesh
    if (known && *shape >= 0 && caperi_mjcf_get(view, "mesh", NULL))
        *shape = SHAPE_MESH;
    return known || caperi_xml_fail(where, CAPER_ERROR_INVALID, view->m->error,
                                    "a geom has the type '%.32s', expected sphere, box, capsule, "
                                    "cylinder, ellipsoid, mesh or plane",
                                    text);
}

static bool geom_facts_of(const caperi_mjcf_view *view, geom_facts *facts)
{
    double contype = 1.0, conaffinity = 1.0, group = 0.0;
    facts->mass = -1.0;
    facts->density = 1000.0;
    CAPER_PASS(caperi_mjcf_numbers(view, "contype", 1, 1, &contype) >= 0 &&
               caperi_mjcf_numbers(view, "conaffinity", 1, 1, &conaffinity) >= 0 &&
               caperi_mjcf_numbers(view, "group", 1, 1, &group) >= 0 &&
               caperi_mjcf_numbers(view, "mass", 1, 1, &facts->mass) >= 0 &&
               caperi_mjcf_numbers(view, "density", 1, 1, &facts->density) >= 0);
    facts->collides = contype != 0.0 || conaffinity != 0.0;
    facts->weighs = group >= view->m->group_low && group <= view->m->group_high;
    return true;
}

// The ends of a capsule, or whatever lies between two points, give its place and half length.
static bool stretch(const caperi_mjcf_view *view, caperi_solid *solid, double *size)
{
    double ends[6];
    int given = caperi_mjcf_numbers(view, "fromto", 6, 6, ends);
    if (given <= 0 || solid->kind == CAPERI_SOLID_SPHERE)
        return given >= 0;
    caper_vec3 from = to_vec3(ends), to = to_vec3(ends + 3);
    double x = ends[3] - ends[0], y = ends[4] - ends[1], z = ends[5] - ends[2];
    double half = 0.5 * sqrt(x * x + y * y + z * z);
    solid->frame.position = caper_vec3_lerp(from, to, 0.5f);
    solid->frame.rotation =
        caper_quat_between(caper_vec3_make(0.0f, 0.0f, 1.0f), caper_vec3_sub(to, from));
    bool round = solid->kind == CAPERI_SOLID_CAPSULE || solid->kind == CAPERI_SOLID_CYLINDER;
    size[1] = round ? half : size[0];
    size[2] = half;
    return true;
}

static bool geom_solid(const caperi_mjcf_view *view, const place *at, caperi_solid *solid,
                       bool *sized)
{
    double size[3] = {0.0, 0.0, 0.0};
    CAPER_PASS(caperi_mjcf_numbers(view, "size", 1, 3, size) >= 0 &&
               caperi_mjcf_pose(view, &solid->frame) && stretch(view, solid, size));
    if (solid->kind == CAPERI_SOLID_SPHERE)
        size[1] = size[2] = size[0];
    if (solid->kind == CAPERI_SOLID_CAPSULE || solid->kind == CAPERI_SOLID_CYLINDER) {
        size[2] = size[1];
        size[1] = size[0];
    }
    solid->half = to_vec3(size);
    solid->frame = caper_transform_mul(at->frame, solid->frame);
    *sized = size[0] > 0.0 && size[1] > 0.0 && size[2] >= 0.0 &&
             (size[2] > 0.0 || solid->kind == CAPERI_SOLID_CAPSULE);
    if (!*sized)
        caperi_draft_warn(view->m->draft, view->element->line, view->element->column,
                          "a geom has no size: it was left out");
    return true;
}

// Solids of geoms that collide come first among those of their body.
static void keep_solid(caperi_mjcf *m, caperi_mjcf_body *body, const caperi_solid *solid,
                       bool collides)
{
    if (body->solid_count == 0)
        body->first_solid = m->solid_count;
    caperi_solid *last = &m->solids[m->solid_count++];
    *last = *solid;
    body->solid_count++;
    if (collides) {
        caperi_solid *first_other = &m->solids[body->first_solid + body->plain_count++];
        *last = *first_other;
        *first_other = *solid;
    }
}

static bool read_geom(caperi_mjcf *m, const caperi_xml *element, const place *at)
{
    if (at->body < 0) {
        m->world_geoms++;
        return true;
    }
    caperi_mjcf_view view;
    geom_facts facts;
    int shape;
    caperi_mjcf_body *body = &m->bodies[at->body];
    CAPER_PASS(caperi_mjcf_look(m, element, CAPERI_MJCF_GEOM, at->class_index, &view) &&
               geom_shape(&view, &shape) && geom_facts_of(&view, &facts));
    if (shape == SHAPE_NONE)
        return true;
    if (shape == SHAPE_MESH) {
        body->has_mesh = true;
        if (facts.weighs && facts.mass >= 0.0)
            body->geom_mass += facts.mass;
        else if (facts.weighs && body->mesh_density == 0.0)
            body->mesh_density = facts.density;
        return true;
    }
    caperi_solid solid = {(caperi_solid_kind)shape, {0.0f, 0.0f, 0.0f}, caper_transform_identity()};
    bool sized;
    CAPER_PASS(geom_solid(&view, at, &solid, &sized));
    if (sized && facts.weighs)
        body->geom_mass +=
            facts.mass >= 0.0 ? facts.mass : facts.density * caperi_solid_volume(&solid);
    if (sized)
        keep_solid(m, body, &solid, facts.collides);
    return true;
}

static bool read_inertial(caperi_mjcf *m, const caperi_xml *element, const place *at)
{
    if (at->body < 0)
        return true;
    caperi_mjcf_body *body = &m->bodies[at->body];
    double mass = 0.0;
    int given = caperi_xml_numbers(element, "mass", 1, 1, &mass, m->error);
    if (given < 0)
        return false;
    if (given == 0 || !(mass >= 0.0))
        return caperi_xml_fail(element, CAPER_ERROR_INVALID, m->error,
                               "<inertial> has no mass, expected one of 0 or more");
    body->has_inertial = true;
    body->inertial_mass = mass;
    return true;
}

// -- The walk -----------------------------------------------------------------------------------

static bool child_class(caperi_mjcf *m, const caperi_xml *element, place *at)
{
    const char *name = caperi_xml_get(element, "childclass");
    if (name)
        at->class_index = caperi_mjcf_find_class(m, element, name);
    return at->class_index >= 0;
}

// The place inside of a <frame>.
static bool enter_frame(caperi_mjcf *m, const caperi_xml *element, const place *at, place *inside)
{
    caper_transform pose;
    *inside = *at;
    CAPER_PASS(caperi_mjcf_plain_pose(m, element, &pose) && child_class(m, element, inside));
    inside->frame = caper_transform_mul(at->frame, pose);
    return true;
}

static bool walk_parts(caperi_mjcf *m, const caperi_xml *parent, const place *at);

static bool read_part(caperi_mjcf *m, const caperi_xml *child, const place *at)
{
    if (caperi_xml_is(child, "joint") || caperi_xml_is(child, "freejoint"))
        return read_joint(m, child, at, child->name[0] == 'f');
    if (caperi_xml_is(child, "geom"))
        return read_geom(m, child, at);
    if (caperi_xml_is(child, "inertial"))
        return read_inertial(m, child, at);
    if (caperi_xml_is(child, "frame")) {
        place inside;
        return enter_frame(m, child, at, &inside) && walk_parts(m, child, &inside);
    }
    if (caperi_xml_is(child, "replicate") || caperi_xml_is(child, "attach"))
        return caperi_xml_fail(child, CAPER_ERROR_UNSUPPORTED, m->error,
                               "<%s> is not supported: save the compiled model instead",
                               child->name);
    if (caperi_xml_is(child, "composite") || caperi_xml_is(child, "flexcomp"))
        caperi_draft_warn(m->draft, child->line, child->column, "<%s> is not read", child->name);
    return true;
}

// The joints, geoms and inertia of one body.
static bool walk_parts(caperi_mjcf *m, const caperi_xml *parent, const place *at)
{
    for (const caperi_xml *child = parent->child; child; child = child->next)
        CAPER_PASS(read_part(m, child, at));
    return true;
}

static bool walk_bodies(caperi_mjcf *m, const caperi_xml *parent, const place *at);

static bool read_body(caperi_mjcf *m, const caperi_xml *element, const place *at)
{
    place inside = *at;
    int index = m->body_count;
    caperi_mjcf_body *body = &m->bodies[index];
    const char *mocap = caperi_xml_get(element, "mocap");
    body->element = element;
    body->parent = at->body;
    body->tree = at->body < 0 ? index : at->tree;
    body->mocap = at->mocap || (mocap && strcmp(mocap, "true") == 0);
    CAPER_PASS(caperi_mjcf_plain_pose(m, element, &body->local) &&
               child_class(m, element, &inside));
    body->local = caper_transform_mul(at->frame, body->local);
    if (at->body >= 0)
        m->bodies[at->body].child_count++;
    m->body_count++;
    inside.body = index;
    inside.tree = body->tree;
    inside.mocap = body->mocap;
    inside.frame = caper_transform_identity();
    return walk_parts(m, element, &inside) && walk_bodies(m, element, &inside);
}

// The bodies in a body. After its parts, so that those of one body stand together in their arrays
// and qpos has MuJoCo's order.
static bool walk_bodies(caperi_mjcf *m, const caperi_xml *parent, const place *at)
{
    for (const caperi_xml *child = parent->child; child; child = child->next) {
        place inside;
        if (caperi_xml_is(child, "body"))
            CAPER_PASS(read_body(m, child, at));
        else if (caperi_xml_is(child, "frame"))
            CAPER_PASS(enter_frame(m, child, at, &inside) && walk_bodies(m, child, &inside));
    }
    return true;
}

static void count_parts(const caperi_xml *element, int *bodies, int *joints, int *geoms)
{
    for (const caperi_xml *child = element->child; child; child = child->next) {
        *bodies += caperi_xml_is(child, "body");
        *joints += caperi_xml_is(child, "joint") || caperi_xml_is(child, "freejoint");
        *geoms += caperi_xml_is(child, "geom");
        count_parts(child, bodies, joints, geoms);
    }
}

static bool reserve(caperi_mjcf *m)
{
    int bodies = 0, joints = 0, geoms = 0;
    for (const caperi_xml *world = caperi_xml_child(m->root, "worldbody"); world;
         world = caperi_xml_next(world, "worldbody"))
        count_parts(world, &bodies, &joints, &geoms);
    if (bodies == 0)
        return caperi_xml_fail(m->root, CAPER_ERROR_INVALID, m->error, "%s",
                               caperi_xml_child(m->root, "worldbody")
                                   ? "the world has no bodies"
                                   : "there is no <worldbody>: expected a whole model, not a part "
                                     "that others include");
    CAPER_TRY(bodies <= CAPER_MAX_BODIES && joints <= MAX_JOINTS, m->error, CAPER_ERROR_LIMIT,
              m->draft->source, 0, 0, "the file has %d bodies and %d joints, more than %d or %d",
              bodies, joints, CAPER_MAX_BODIES, MAX_JOINTS);
    caper_arena *arena = &m->draft->scratch;
    m->bodies = caperi_draft_alloc(m->draft, arena, (size_t)bodies, sizeof *m->bodies,
                                   _Alignof(caperi_mjcf_body), m->error);
    m->joints = caperi_draft_alloc(m->draft, arena, (size_t)joints + 1, sizeof *m->joints,
                                   _Alignof(caperi_mjcf_joint), m->error);
    m->solids = caperi_draft_alloc(m->draft, arena, (size_t)geoms + 1, sizeof *m->solids,
                                   _Alignof(caperi_solid), m->error);
    return m->bodies && m->joints && m->solids;
}

bool caperi_mjcf_bodies(caperi_mjcf *m)
{
    CAPER_PASS(reserve(m));
    place at = {-1, -1, 0, caper_transform_identity(), false};
    for (const caperi_xml *world = caperi_xml_child(m->root, "worldbody"); world;
         world = caperi_xml_next(world, "worldbody"))
        CAPER_PASS(walk_parts(m, world, &at) && walk_bodies(m, world, &at));
    return true;
}
