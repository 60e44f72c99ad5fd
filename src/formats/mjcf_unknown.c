// SPDX-License-Identifier: MIT
//
// Unknown elements and attributes of bodies in an MJCF document: a misspelt attribute would
// otherwise change a body unnoticed. Those that shape bodies are checked against MuJoCo's own lists
// (XML reference, version 3). What is on a list and not read (colors, friction, solver settings,
// armature, moments of inertia, which come from boxes) is left out on purpose and in silence.
// Invariant: one warning for each kind, with how many there are.
#include "formats/mjcf.h"

#include <string.h>

#define MAX_KINDS 16

// What is known of an element: names between spaces. NULL: anything goes.
typedef struct known {
    const char *element;
    const char *attributes;
    const char *children;
} known;

#define POSE " pos quat axisangle xyaxes zaxis euler "
#define PARTS                                                                                      \
    " body geom joint freejoint inertial frame site camera light composite flexcomp attach "       \
    "replicate plugin "

static const known knowledge[] = {
    {"mujoco", NULL,
     " compiler option size visual statistic default custom extension asset worldbody contact "
     "deformable equality tendon actuator sensor keyframe "},
    {"compiler",
     " angle eulerseq autolimits coordinate inertiafromgeom inertiagrouprange settotalmass "
     "boundmass boundinertia balanceinertia strippath fitaabb meshdir texturedir assetdir "
     "discardvisual usethread fusestatic exactmeshinertia saveinertial alignfree convexhull "
     "conflict ",
     NULL},
    {"default", " class ",
     " default mesh material joint geom site camera light pair equality tendon general motor "
     "position velocity intvelocity damper cylinder muscle adhesion plugin "},
    {"worldbody", "", PARTS},
    {"body", POSE " name childclass mocap gravcomp sleep user ", PARTS},
    {"frame", POSE " name childclass ", PARTS},
    {"inertial", POSE " mass diaginertia fullinertia ", NULL},
    {"freejoint", " name group align ", NULL},
    {"joint",
     " name class type group pos axis range limited ref springref springdamper stiffness damping "
     "armature frictionloss margin actuatorfrcrange actuatorfrclimited actuatorgravcomp "
     "solreflimit solimplimit solreffriction solimpfriction user ",
     NULL},
    {"geom",
     POSE " name class type size fromto mesh hfield mass density shellinertia contype conaffinity "
          "condim group priority material rgba friction solmix solref solimp margin gap fitscale "
          "fluidshape fluidcoef user ",
     NULL},
};

// One kind of unknown thing.
typedef struct kind {
    const caperi_xml *first; // the element that has the attribute, or the unknown one
    const char *parent;      // of an unknown element
    const char *attribute;   // NULL: the element itself is unknown
    int count;
} kind;

typedef struct unknowns {
    kind kinds[MAX_KINDS];
    int kind_count, more;
} unknowns;

static bool lists(const char *list, const char *name)
{
    size_t size = strlen(name);
    for (const char *at = list; size > 0 && (at = strstr(at, name)); at++)
        if (at > list && at[-1] == ' ' && at[size] == ' ')
            return true;
    return false;
}

static void note(unknowns *u, const caperi_xml *element, const char *parent, const char *attribute)
{
    for (int i = 0; i < u->kind_count; i++) {
        kind *k = &u->kinds[i];
        bool same = caperi_xml_is(element, k->first->name) && !attribute == !k->attribute &&
                    (!attribute || strcmp(attribute, k->attribute) == 0);
        if (same) {
            k->count++;
            return;
        }
    }
    if (u->kind_count == MAX_KINDS) {
        u->more++;
        return;
    }
    kind fresh = {element, parent, attribute, 1};
    u->kinds[u->kind_count++] = fresh;
}

// Elements that are on no list of ours (cameras, assets, motors) are not looked into.
static void look_into(unknowns *u, const caperi_xml *element, const char *name)
{
    const known *k = NULL;
    for (int i = 0; i < CAPER_COUNT_OF(knowledge) && !k; i++)
        k = strcmp(knowledge[i].element, name) == 0 ? &knowledge[i] : NULL;
    if (!k)
        return;
    for (int i = 0; k->attributes && i < element->attribute_count; i++)
        if (!lists(k->attributes, element->attributes[i].name))
            note(u, element, NULL, element->attributes[i].name);
    for (const caperi_xml *child = element->child; child && k->children; child = child->next) {
        if (!lists(k->children, child->name))
            note(u, child, element->name, NULL);
        else
            look_into(u, child, child->name);
    }
}

void caperi_mjcf_warn_unknown(const caperi_mjcf *m)
{
    unknowns u = {.kind_count = 0};
    look_into(&u, m->root, "mujoco");
    for (int i = 0; i < u.kind_count; i++) {
        const kind *k = &u.kinds[i];
        if (k->attribute)
            caperi_draft_warn(m->draft, k->first->line, k->first->column,
                              "<%.32s> has no attribute '%.32s' that is known (%d of them): not "
                              "read",
                              k->first->name, k->attribute, k->count);
        else
            caperi_draft_warn(m->draft, k->first->line, k->first->column,
                              "<%.32s> in <%.32s> is not known (%d of them): not read",
                              k->first->name, k->parent, k->count);
    }
    if (u.more > 0)
        caperi_draft_warn(m->draft, 0, 0, "%d more elements or attributes are not known", u.more);
}
