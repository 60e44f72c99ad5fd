// SPDX-License-Identifier: MIT
//
// URDF, the robot files of ROS: links joined by joints into one tree, Z up, metres, radians. A link
// becomes a body whose frame is that of the joint above it; the shapes of <collision> make its box,
// or else those of <visual>. Invariant: bodies stand parents first, children in the order of the
// file's joints. Gazebo, transmission and material elements are not read.
#include "formats/robot.h"
#include "formats/xml.h"

#include "base/try.h"
#include "math/scalar.h"

#include <stdlib.h>
#include <string.h>

#define MAX_SHAPES 65536 // of all links together

typedef struct urdf_link {
    const caperi_xml *element;
    const char *name;
    int joint;       // the one above it; -1 for the root
    int first, last; // joints below it, or -1
    int first_solid, solid_count;
    bool has_mesh, has_mass, has_shape;
    double mass;
} urdf_link;

typedef struct urdf_joint {
    const caperi_xml *element;
    int parent, child; // links
    int next;          // next joint below the same link, or -1
} urdf_joint;

typedef struct urdf {
    caperi_draft *draft;
    caper_error *error;
    caperi_xml *root;
    urdf_link *links; // sorted by name
    int link_count;
    urdf_joint *joints;
    int joint_count;
    caperi_solid *solids;
    int solid_count;
    caperi_robot_body *bodies;
    int meshes; // links with meshes only, and the first
    const urdf_link *first_mesh;
} urdf;

// Refuse for what an element says; a name (may be NULL) follows in quotes.
static bool fail(const urdf *u, const caperi_xml *element, const char *what, const char *name)
{
    const char *quote = name ? "'" : "";
    return caperi_xml_fail(element, CAPER_ERROR_INVALID, u->error, "%s%s%.48s%s", what, quote,
                           name ? name : "", quote);
}

// -- Links and joints ---------------------------------------------------------------------------

static int compare_links(const void *a, const void *b)
{
    const urdf_link *x = a, *y = b;
    int order = strcmp(x->name, y->name);
    if (order != 0)
        return order;
    // of two with one name the earlier comes first, and the later is at fault
    int lines = (x->element->line > y->element->line) - (x->element->line < y->element->line);
    return lines ? lines
                 : (x->element->column > y->element->column) -
                       (x->element->column < y->element->column);
}

static int find_link(const urdf *u, const char *name)
{
    int low = 0, high = u->link_count;
    while (low < high) {
        int middle = (low + high) / 2;
        int order = strcmp(u->links[middle].name, name);
        if (order == 0)
            return middle;
        low = order < 0 ? middle + 1 : low;
        high = order < 0 ? high : middle;
    }
    return -1;
}

static bool count_parts(urdf *u, int *links, int *joints)
{
    *links = *joints = 0;
    for (const caperi_xml *e = u->root->child; e; e = e->next) {
        if (strncmp(e->name, "xacro:", 6) == 0)
            return caperi_xml_fail(e, CAPER_ERROR_UNSUPPORTED, u->error,
                                   "<%.32s> belongs to a xacro file, expected a URDF: run xacro "
                                   "first",
                                   e->name);
        *links += caperi_xml_is(e, "link");
        *joints += caperi_xml_is(e, "joint");
    }
    CAPER_TRY(*links > 0, u->error, CAPER_ERROR_INVALID, u->draft->source, u->root->line,
              u->root->column, "the robot has no links");
    CAPER_TRY(*links <= CAPER_MAX_BODIES && *joints <= CAPER_MAX_BODIES, u->error,
              CAPER_ERROR_LIMIT, u->draft->source, 0, 0,
              "the robot has %d links and %d joints, more than %d", *links, *joints,
              CAPER_MAX_BODIES);
    return true;
}

static bool read_links(urdf *u)
{
    for (const caperi_xml *e = caperi_xml_child(u->root, "link"); e;
         e = caperi_xml_next(e, "link")) {
        const char *name = caperi_xml_get(e, "name");
        CAPER_PASS((name && name[0]) || fail(u, e, "a link has no name", NULL));
        urdf_link link = {.element = e, .name = name, .joint = -1, .first = -1, .last = -1};
        u->links[u->link_count++] = link;
    }
    qsort(u->links, (size_t)u->link_count, sizeof *u->links, compare_links);
    for (int i = 1; i < u->link_count; i++)
        CAPER_PASS(strcmp(u->links[i - 1].name, u->links[i].name) != 0 ||
                   fail(u, u->links[i].element, "there are two links named ", u->links[i].name));
    return true;
}

static bool joint_end(const urdf *u, const caperi_xml *joint, const char *end, int *link)
{
    const caperi_xml *e = caperi_xml_child(joint, end);
    const char *name = e ? caperi_xml_get(e, "link") : NULL;
    if (!name)
        return caperi_xml_fail(joint, CAPER_ERROR_INVALID, u->error, "a joint has no %s link", end);
    *link = find_link(u, name);
    return *link >= 0 || fail(u, e, "there is no link named ", name);
}

static bool read_joints(urdf *u)
{
    for (const caperi_xml *e = caperi_xml_child(u->root, "joint"); e;
         e = caperi_xml_next(e, "joint")) {
        urdf_joint joint = {e, -1, -1, -1};
        CAPER_PASS(joint_end(u, e, "parent", &joint.parent) &&
                   joint_end(u, e, "child", &joint.child));
        urdf_link *parent = &u->links[joint.parent], *child = &u->links[joint.child];
        CAPER_PASS(child->joint < 0 ||
                   fail(u, e, "expected a tree, found a second joint above link ", child->name));
        int index = u->joint_count++;
        u->joints[index] = joint;
        child->joint = index;
        if (parent->last >= 0)
            u->joints[parent->last].next = index;
        else
            parent->first = index;
        parent->last = index;
    }
    return true;
}

// -- Numbers ------------------------------------------------------------------------------------

static caper_vec3 to_vec3(const double *v)
{
    return caper_vec3_make((float)v[0], (float)v[1], (float)v[2]);
}

// Roll, pitch and yaw about axes that stay: Rz Ry Rx.
static caper_quat from_rpy(const double *rpy)
{
    caper_quat q = caper_quat_identity();
    for (int i = 2; i >= 0; i--) {
        double sine, cosine;
        caperi_sincos(0.5 * rpy[i], &sine, &cosine);
        float s = (float)sine, c = (float)cosine;
        q = caper_quat_mul(
            q, caper_quat_make(i == 0 ? s : 0.0f, i == 1 ? s : 0.0f, i == 2 ? s : 0.0f, c));
    }
    return caper_quat_normalize(q);
}

// The <origin> in an element; none is the identity.
static bool read_origin(const urdf *u, const caperi_xml *element, caper_transform *pose)
{
    double xyz[3] = {0.0, 0.0, 0.0}, rpy[3] = {0.0, 0.0, 0.0};
    const caperi_xml *origin = caperi_xml_child(element, "origin");
    *pose = caper_transform_identity();
    if (!origin)
        return true;
    CAPER_PASS(caperi_xml_numbers(origin, "xyz", 3, 3, xyz, u->error) >= 0 &&
               caperi_xml_numbers(origin, "rpy", 3, 3, rpy, u->error) >= 0);
    *pose = caper_transform_make(from_rpy(rpy), to_vec3(xyz));
    return true;
}

// A number that must be there and not be negative.
static bool read_size(const urdf *u, const caperi_xml *element, const char *name, double *value)
{
    int given = caperi_xml_numbers(element, name, 1, 1, value, u->error);
    if (given == 0 || (given > 0 && !(*value >= 0.0)))
        return caperi_xml_fail(element, CAPER_ERROR_INVALID, u->error,
                               "<%.32s> has no %s, expected a number that is not negative",
                               element->name, name);
    return given > 0;
}

// -- Shapes and masses --------------------------------------------------------------------------

static bool read_shape(urdf *u, const caperi_xml *shape, caperi_solid *solid, bool *known)
{
    double size[3] = {0.0, 0.0, 0.0};
    *known = true;
    if (caperi_xml_is(shape, "box")) {
        solid->kind = CAPERI_SOLID_BOX;
        CAPER_PASS(caperi_xml_numbers(shape, "size", 3, 3, size, u->error) > 0 ||
                   fail(u, shape, "a box has no size of three numbers", NULL));
        solid->half = caper_vec3_scale(to_vec3(size), 0.5f);
    } else if (caperi_xml_is(shape, "sphere")) {
        solid->kind = CAPERI_SOLID_SPHERE;
        CAPER_PASS(read_size(u, shape, "radius", &size[0]));
        solid->half = caper_vec3_make((float)size[0], (float)size[0], (float)size[0]);
    } else if (caperi_xml_is(shape, "cylinder") || caperi_xml_is(shape, "capsule")) {
        solid->kind = shape->name[1] == 'y' ? CAPERI_SOLID_CYLINDER : CAPERI_SOLID_CAPSULE;
        CAPER_PASS(read_size(u, shape, "radius", &size[0]) &&
                   read_size(u, shape, "length", &size[1]));
        solid->half = caper_vec3_make((float)size[0], (float)size[0], (float)(0.5 * size[1]));
    } else {
        *known = false;
        return true;
    }
    *known = solid->half.x > 0.0f && solid->half.y > 0.0f && solid->half.z > 0.0f;
    return true;
}

// Shapes of all <collision> or all <visual> elements of a link.
static bool read_shapes(urdf *u, urdf_link *link, const char *kind)
{
    link->first_solid = u->solid_count;
    for (const caperi_xml *e = caperi_xml_child(link->element, kind); e;
         e = caperi_xml_next(e, kind)) {
        const caperi_xml *geometry = caperi_xml_child(e, "geometry");
        const caperi_xml *shape = geometry ? geometry->child : NULL;
        if (!shape)
            return caperi_xml_fail(e, CAPER_ERROR_INVALID, u->error,
                                   "<%s> has no geometry, expected a shape", kind);
        link->has_shape = true;
        if (caperi_xml_is(shape, "mesh")) {
            link->has_mesh = true;
            continue;
        }
        bool known;
        CAPER_PASS(u->solid_count < MAX_SHAPES ||
                   caperi_xml_fail(e, CAPER_ERROR_LIMIT, u->error, "there are more than %d shapes",
                                   MAX_SHAPES));
        caperi_solid *solid = &u->solids[u->solid_count];
        CAPER_PASS(read_origin(u, e, &solid->frame) && read_shape(u, shape, solid, &known));
        u->solid_count += known;
        link->solid_count += known;
        if (!known)
            caperi_draft_warn(u->draft, shape->line, shape->column,
                              "<%.32s> is not a shape with a size: left out", shape->name);
    }
    return true;
}

static bool read_link(urdf *u, urdf_link *link)
{
    const caperi_xml *inertial = caperi_xml_child(link->element, "inertial");
    const caperi_xml *mass = inertial ? caperi_xml_child(inertial, "mass") : NULL;
    if (mass) {
        CAPER_PASS(read_size(u, mass, "value", &link->mass));
        link->has_mass = link->mass > 0.0;
    }
    CAPER_PASS(read_shapes(u, link, "collision"));
    if (link->solid_count == 0)
        CAPER_PASS(read_shapes(u, link, "visual"));
    return true;
}

static int count_shapes(const urdf *u)
{
    int count = 0;
    for (int i = 0; i < u->link_count; i++)
        for (const caperi_xml *e = u->links[i].element->child; e; e = e->next)
            count += caperi_xml_is(e, "collision") || caperi_xml_is(e, "visual");
    return count < MAX_SHAPES ? count : MAX_SHAPES;
}

// -- Joints of bodies ---------------------------------------------------------------------------

enum {
    TYPE_REVOLUTE,
    TYPE_CONTINUOUS,
    TYPE_PRISMATIC,
    TYPE_FIXED,
    TYPE_FLOATING,
    TYPE_PLANAR,
    TYPE_SPHERICAL // Bullet's own
};

static bool joint_type(const urdf *u, const caperi_xml *joint, int *type)
{
    static const char *const names[] = {"revolute", "continuous", "prismatic", "fixed",
                                        "floating", "planar",     "spherical"};
    const char *text = caperi_xml_get(joint, "type");
    for (int i = 0; text && i < CAPER_COUNT_OF(names); i++) {
        if (strcmp(text, names[i]) == 0) {
            *type = i;
            return true;
        }
    }
    return fail(
        u, joint,
        "expected revolute, continuous, prismatic, fixed, floating or planar as the type of "
        "a joint, found ",
        text ? text : "none");
}

static bool read_hinge(const urdf *u, const caperi_xml *joint, bool limited, caperi_robot_body *out)
{
    double axis[3] = {1.0, 0.0, 0.0}, low = 0.0, high = 0.0;
    const caperi_xml *e = caperi_xml_child(joint, "axis");
    CAPER_PASS(!e || caperi_xml_numbers(e, "xyz", 3, 3, axis, u->error) >= 0);
    const char *name = caperi_xml_get(joint, "name");
    caperi_hinge hinge = {
        caper_vec3_normalize(to_vec3(axis)), -CAPER_PI, CAPER_PI, 0.0f, 0.0f, NULL};
    hinge.name = caperi_draft_string(u->draft, name ? name : "", name ? strlen(name) : 0, u->error);
    CAPER_PASS(hinge.name != NULL);
    CAPER_PASS(caper_vec3_length(hinge.axis) > 0.5f ||
               fail(u, e ? e : joint, "the axis is 0", NULL));
    if (limited) {
        const caperi_xml *limit = caperi_xml_child(joint, "limit");
        CAPER_PASS(limit || fail(u, joint, "a revolute joint has no <limit>", NULL));
        CAPER_PASS(caperi_xml_numbers(limit, "lower", 1, 1, &low, u->error) >= 0 &&
                   caperi_xml_numbers(limit, "upper", 1, 1, &high, u->error) >= 0);
        CAPER_PASS(low <= high ||
                   fail(u, limit, "the limits of a joint end before they begin", NULL));
        hinge.low = (float)low;
        hinge.high = (float)high;
    }
    out->kind = CAPER_JOINT_HINGE;
    out->hinges[0] = hinge;
    out->hinge_count = 1;
    return true;
}

static bool read_joint(urdf *u, const caperi_xml *joint, caperi_robot_body *out)
{
    int type = TYPE_FIXED;
    CAPER_PASS(joint_type(u, joint, &type) && read_origin(u, joint, &out->local));
    out->kind = CAPER_JOINT_FIXED;
    if (type == TYPE_FLOATING || type == TYPE_SPHERICAL)
        out->kind = CAPER_JOINT_FREE;
    if (type == TYPE_PRISMATIC || type == TYPE_PLANAR) {
        const char *name = caperi_xml_get(joint, "name");
        caperi_draft_warn(u->draft, joint->line, joint->column,
                          "joint '%.40s' slides, which no joint here does: %s",
                          name ? name : "unnamed",
                          type == TYPE_PLANAR ? "it only turns" : "it was left out");
    }
    bool turns = type == TYPE_REVOLUTE || type == TYPE_CONTINUOUS || type == TYPE_PLANAR;
    return !turns || read_hinge(u, joint, type == TYPE_REVOLUTE, out);
}

// -- The tree -----------------------------------------------------------------------------------

static bool find_root(const urdf *u, int *root)
{
    *root = -1;
    for (int i = 0; i < u->link_count; i++) {
        if (u->links[i].joint >= 0)
            continue;
        if (*root >= 0) {
            // the one that comes later in the file is at fault
            bool later = u->links[i].element->line > u->links[*root].element->line;
            const urdf_link *a = &u->links[later ? *root : i], *b = &u->links[later ? i : *root];
            return caperi_xml_fail(b->element, CAPER_ERROR_INVALID, u->error,
                                   "'%.40s' hangs on no joint, and neither does '%.40s': expected "
                                   "one root",
                                   b->name, a->name);
        }
        *root = i;
    }
    return *root >= 0 ||
           fail(u, u->root, "every link hangs on another: the joints run in a circle", NULL);
}

static bool add_body(urdf *u, int index, int parent, int link_index)
{
    urdf_link *link = &u->links[link_index];
    caperi_robot_body *out = &u->bodies[index];
    out->name = caperi_draft_string(u->draft, link->name, strlen(link->name), u->error);
    CAPER_PASS(out->name && read_link(u, link));
    out->parent = parent;
    out->line = link->element->line;
    out->column = link->element->column;
    out->local = caper_transform_identity();
    out->kind = CAPER_JOINT_FREE;
    out->mass = link->mass;
    out->solids = u->solids + link->first_solid;
    out->solid_count = link->solid_count;
    if (link->joint >= 0)
        CAPER_PASS(read_joint(u, u->joints[link->joint].element, out));
    out->helper = !link->has_mass && !link->has_shape && link->first < 0 && parent >= 0;
    if (link->has_mesh && link->solid_count == 0 && u->meshes++ == 0)
        u->first_mesh = link;
    return true;
}

// Depth first, in the order of the joints. Returns the number of bodies, or -1.
static int add_bodies(urdf *u, int root)
{
    int count = 0, link = root, parent = -1;
    while (link >= 0) {
        if (!add_body(u, count, parent, link))
            return -1;
        // down, or else to the next joint beside or above
        int next = u->links[link].first, body = count++;
        parent = body;
        while (next < 0 && u->links[link].joint >= 0) {
            const urdf_joint *joint = &u->joints[u->links[link].joint];
            parent = u->bodies[parent].parent;
            next = joint->next;
            link = joint->parent;
        }
        link = next >= 0 ? u->joints[next].child : -1;
    }
    return count;
}

static bool reserve(urdf *u)
{
    int links, joints;
    CAPER_PASS(count_parts(u, &links, &joints));
    caper_arena *arena = &u->draft->scratch;
    u->links = caperi_draft_alloc(u->draft, arena, (size_t)links, sizeof *u->links,
                                  _Alignof(urdf_link), u->error);
    u->joints = caperi_draft_alloc(u->draft, arena, (size_t)joints + 1, sizeof *u->joints,
                                   _Alignof(urdf_joint), u->error);
    u->bodies = caperi_draft_alloc(u->draft, arena, (size_t)links, sizeof *u->bodies,
                                   _Alignof(caperi_robot_body), u->error);
    return u->links && u->joints && u->bodies;
}

static bool read_robot(urdf *u)
{
    int root;
    CAPER_PASS(reserve(u) && read_links(u) && read_joints(u) && find_root(u, &root));
    u->solids = caperi_draft_alloc(u->draft, &u->draft->scratch, (size_t)count_shapes(u) + 1,
                                   sizeof *u->solids, _Alignof(caperi_solid), u->error);
    CAPER_PASS(u->solids != NULL);
    int count = add_bodies(u, root);
    if (count < 0)
        return false;
    if (count < u->link_count)
        return fail(u, u->root, "some links hang on each other in a circle, not on the root", NULL);
    if (u->meshes > 0)
        caperi_draft_warn(u->draft, u->first_mesh->element->line, u->first_mesh->element->column,
                          "%d links have meshes only, which are not read: their boxes are from "
                          "lengths (first: %.40s)",
                          u->meshes, u->first_mesh->name);
    caper_import_options *options = &u->draft->options;
    u->draft->unit = options->unit > 0.0f ? options->unit : 1.0f;
    u->draft->unit_name = caperi_unit_name(u->draft->unit);
    CAPER_PASS(caperi_robot_begin(u->draft, count, caper_transform_identity(), u->error));
    caperi_robot_add_base(u->draft);
    for (int i = 0; i < count; i++)
        if (u->bodies[i].hinge_count > 0)
            caperi_robot_add(u->draft, (caper_robot_column){.name = u->bodies[i].hinges[0].name,
                                                            .kind = CAPER_ROBOT_HINGE,
                                                            .body = i});
    return caperi_robot_finish(u->draft, u->bodies, count,
                               options->up == CAPER_UP_AUTO ? CAPER_UP_Z : options->up,
                               u->draft->unit, u->error);
}

bool caperi_read_urdf(caperi_draft *draft, caper_error *error)
{
    urdf u = {.draft = draft, .error = error};
    caperi_xml_job job = {.bytes = draft->bytes, .size = draft->size, .source = draft->source};
    job.arena = &draft->scratch;
    job.max_depth = draft->options.max_depth;
    u.root = caperi_xml_read(&job, error);
    CAPER_PASS(u.root != NULL);
    if (!caperi_xml_is(u.root, "robot"))
        return caperi_xml_fail(u.root, CAPER_ERROR_INVALID, error,
                               "the root element is <%.32s>, expected <robot>", u.root->name);
    CAPER_PASS(read_robot(&u));
    const char *name = caperi_xml_get(u.root, "name");
    if (name && name[0])
        draft->name = caperi_draft_string(draft, name, strlen(name), error);
    return draft->name != NULL;
}
