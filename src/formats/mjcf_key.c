// SPDX-License-Identifier: MIT
//
// The rest pose of an MJCF model. The pose in which the file draws it is often one that its own
// limits forbid (straight legs of a robot whose knees never straighten), and a keyframe holds the
// one in which it stands. So: the pose of the file, unless a hinge is well outside of its limits
// there and a key has none that is.
#include "formats/mjcf.h"

#include "base/try.h"

#define WELL_OUTSIDE 0.1f // radians
#define MAX_KEYS 64       // looked at

float caperi_mjcf_hinge_at(const caperi_mjcf_joint *joint, const double *qpos)
{
    return qpos ? (float)qpos[joint->qpos] - joint->ref : 0.0f;
}

// The farthest that a hinge of the tree is outside of its limits.
static float outside(const caperi_mjcf *m, int tree, const double *qpos)
{
    float most = 0.0f;
    for (int i = 0; i < m->joint_count; i++) {
        const caperi_mjcf_joint *joint = &m->joints[i];
        if (m->bodies[joint->body].tree != tree || joint->kind != CAPERI_MJCF_HINGE)
            continue;
        float at = caperi_mjcf_hinge_at(joint, qpos);
        if (joint->limited)
            most = caper_max(most, caper_max(joint->low - at, at - joint->high));
    }
    return most;
}

bool caperi_mjcf_find_key(caperi_mjcf *m, int tree, const double **qpos)
{
    *qpos = NULL;
    if (outside(m, tree, NULL) <= WELL_OUTSIDE)
        return true;
    double *values = caperi_draft_alloc(m->draft, &m->draft->scratch, (size_t)m->qpos_count,
                                        sizeof *values, _Alignof(double), m->error);
    CAPER_PASS(values != NULL);
    int looked_at = 0;
    for (const caperi_xml *part = caperi_xml_child(m->root, "keyframe"); part;
         part = caperi_xml_next(part, "keyframe")) {
        for (const caperi_xml *key = caperi_xml_child(part, "key"); key && looked_at < MAX_KEYS;
             key = caperi_xml_next(key, "key"), looked_at++) {
            int count =
                caperi_xml_numbers(key, "qpos", m->qpos_count, m->qpos_count, values, m->error);
            if (count < 0)
                return false;
            if (count == 0 || outside(m, tree, values) > WELL_OUTSIDE)
                continue;
            const char *name = caperi_xml_get(key, "name");
            caperi_draft_warn(m->draft, key->line, key->column,
                              "the pose of the file is outside of its limits: key '%.32s' is the "
                              "rest pose",
                              name ? name : "");
            *qpos = values;
            return true;
        }
    }
    return true;
}

// Turn about a point.
static caper_transform about(caper_vec3 point, caper_quat turn)
{
    return caper_transform_make(turn, caper_vec3_sub(point, caper_quat_rotate(turn, point)));
}

static caper_quat key_quat(const double *q)
{
    return caper_quat_normalize(
        caper_quat_make((float)q[1], (float)q[2], (float)q[3], (float)q[0]));
}

caper_transform caperi_mjcf_posed(const caperi_mjcf *m, int body, const double *qpos)
{
    const caperi_mjcf_body *b = &m->bodies[body];
    caper_transform local = b->local;
    for (int i = 0; qpos && i < b->joint_count; i++) {
        const caperi_mjcf_joint *joint = &m->joints[b->first_joint + i];
        const double *q = qpos + joint->qpos;
        if (joint->kind == CAPERI_MJCF_FREE) {
            local = caper_transform_make(key_quat(q + 3),
                                         caper_vec3_make((float)q[0], (float)q[1], (float)q[2]));
            continue;
        }
        float at = caperi_mjcf_hinge_at(joint, qpos);
        caper_transform step = caper_transform_identity();
        if (joint->kind == CAPERI_MJCF_HINGE)
            step = about(joint->position, caper_quat_from_axis_angle(joint->axis, at));
        else if (joint->kind == CAPERI_MJCF_BALL)
            step = about(joint->position, key_quat(q));
        else
            step.position = caper_vec3_scale(joint->axis, at);
        local = caper_transform_mul(local, step);
    }
    local.rotation = caper_quat_normalize(local.rotation);
    return local;
}
