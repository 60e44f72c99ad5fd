// SPDX-License-Identifier: MIT
//
// Elbows and knees of people whose file gives no limits. Anatomy says how they bend: an arm or a
// leg that hangs folds about the axis from side to side, elbows to the front and knees to the back;
// one that is held elsewhere has been turned there from hanging by the shortest way, and its axis
// with it. A limb that is bent at rest shows its axis itself. Where the two disagree the joint is
// left alone: it is not a person's limb, or was modeled differently.
//
// Arms that hang straight give a solver no side to bend to, and nobody stands like that: where the
// rest pose is ours to choose they are bent a little.
//
// Limits are measured from the final rest pose. Invariant: the rest pose is within the limits.
#include "person/person.h"

#define SHOWN 0.3f      // sine of the bend at rest from which on it alone shows the axis; by hand
#define AGREE 0.5f      // cosine of the angle up to which the two axes agree: 60 degrees; by hand
#define LEAST_BEND 5.0f // degrees beyond straight that elbows and knees give, both; by hand
// Degrees that they fold. People bend elbows by 150 and knees by 140 degrees (Boone and Azen 1979);
// limbs of cartoons are shorter and thinner.
#define MOST_BEND 150.0f
#define EASY_BEND 20.0f // degrees by which arms that hang are bent: as those of our own people
#define SPARE 10.0f     // degrees that a limb folded as far as that at rest may fold on; by hand

/// How people hang: downwards, with the axis that folds the limb.
static caper_vec3 hanging_axis(bool leg)
{
    return caper_vec3_make(leg ? 1.0f : -1.0f, 0.0f, 0.0f);
}

/// The axis of the hinge in model space, zero where nothing is sure, and the bend at rest about it.
static caper_vec3 find_axis(const caper_transform *rest, const caper_limb *limb, bool leg,
                            float *bend)
{
    caper_vec3 elbow = rest[limb->middle].position;
    caper_vec3 up = caper_vec3_normalize(caper_vec3_sub(elbow, rest[limb->start].position));
    caper_vec3 low = caper_vec3_normalize(caper_vec3_sub(rest[limb->tip].position, elbow));
    caper_quat held = caper_quat_between(caper_vec3_make(0.0f, -1.0f, 0.0f), up);
    caper_vec3 anatomy = caper_quat_rotate(held, hanging_axis(leg));
    caper_vec3 shown = caper_vec3_cross(up, low);
    float sine = caper_vec3_length(shown);
    caper_vec3 axis = caper_vec3_add_scaled(shown, anatomy, caper_max(SHOWN - sine, 0.0f));
    axis = caper_vec3_normalize_or(axis, anatomy);
    *bend = caper_atan2(caper_vec3_dot(shown, axis), caper_vec3_dot(up, low));
    return caper_vec3_dot(axis, anatomy) > AGREE ? axis : caper_vec3_zero();
}

static caperi_limb_hinge make_hinge(const caper_character *c, int body, caper_vec3 axis, float bend,
                                    float least)
{
    caperi_limb_hinge h = {c->bodies[body].joint, caper_max(least - bend, 0.0f)};
    bend += h.more;
    h.joint.kind = CAPER_JOINT_HINGE;
    h.joint.axis = caper_quat_unrotate(c->rest_model[body].rotation, axis);
    h.joint.min = caper_min(-LEAST_BEND * CAPER_DEGREE - bend, 0.0f);
    h.joint.max = caper_max(MOST_BEND * CAPER_DEGREE - bend, SPARE * CAPER_DEGREE);
    return h;
}

/// Is it a limb of two segments whose hinge nobody told?
static bool is_open(const caper_character *c, const caper_limb *limb)
{
    return limb->start >= 0 && limb->middle >= 0 && limb->tip >= 0 && limb->upper > 0.0f &&
           limb->lower > 0.0f && c->bodies[limb->middle].joint.kind == CAPER_JOINT_FREE &&
           c->bodies[limb->middle].hinge_count == 0;
}

bool caperi_person_hinges(const caper_person *person, bool ease,
                          caperi_limb_hinge hinges[CAPER_LIMB_COUNT])
{
    const caper_character *c = person->character;
    bool sure[CAPER_LIMB_COUNT];
    for (int i = 0; i < CAPER_LIMB_COUNT; i++) {
        const caper_limb *limb = &person->limbs[i];
        bool leg = i < CAPER_LIMB_LEFT_ARM;
        hinges[i] = (caperi_limb_hinge){.joint = {.kind = CAPER_JOINT_FREE}};
        sure[i] = is_open(c, limb);
        if (!sure[i])
            continue;
        float bend, least = ease && !leg ? EASY_BEND * CAPER_DEGREE : -CAPER_PI;
        caper_vec3 axis = find_axis(c->rest_model, limb, leg, &bend);
        sure[i] = caper_vec3_length_sq(axis) > 0.0f;
        hinges[i] = make_hinge(c, limb->middle, axis, bend, least);
    }
    for (int i = 0; i < CAPER_LIMB_COUNT; i++) // both of a pair, or none
        if (!sure[i] || !sure[i ^ 1])
            hinges[i] = (caperi_limb_hinge){.joint = {.kind = CAPER_JOINT_FREE}};
    return (sure[0] && sure[1]) || (sure[2] && sure[3]);
}
