// SPDX-License-Identifier: MIT
//
// The characters of data/characters as the library sees them: they load without a warning, their
// root body is where the tree starts, limbs and heads are as many as the table below says, they
// stand on the ground, are symmetric where they should be, hang together, and bend the right way.
#include "menagerie.h"

typedef struct expectation {
    const char *name;
    int legs, heads, graspers;   // exactly
    int tails, wings, tentacles; // bodies, at least
    float least_kg, most_kg;
    bool symmetric;
} expectation;

static const expectation expectations[] = {
    {"performer", 2, 1, 2, 0, 0, 0, 50, 100, true},
    {"blubby", 2, 1, 2, 0, 0, 0, 50, 150, true},
    {"sally", 2, 1, 2, 0, 0, 0, 40, 100, true},
    {"four_armed", 2, 1, 4, 0, 0, 0, 80, 200, true},
    {"centaur", 4, 1, 2, 4, 0, 0, 300, 800, true},
    {"hopper", 1, 1, 2, 3, 0, 0, 20, 80, true},
    {"tripod", 3, 1, 2, 0, 0, 6, 100, 1000, true},
    {"dog", 4, 1, 0, 4, 0, 0, 15, 45, true},
    {"cat", 4, 1, 0, 4, 0, 0, 3, 7, true},
    {"mouse", 4, 1, 0, 4, 0, 0, 0.015f, 0.04f, true},
    {"horse", 4, 1, 0, 4, 0, 0, 350, 700, true},
    {"giraffe", 4, 1, 0, 4, 0, 0, 700, 1600, true},
    {"elephant", 4, 1, 1, 3, 0, 0, 2500, 6500, true},
    {"bird", 2, 1, 0, 2, 8, 0, 0.5f, 2, true},
    {"ostrich", 2, 1, 0, 2, 6, 0, 60, 150, true},
    {"kangaroo", 2, 1, 2, 6, 0, 0, 30, 90, true},
    {"dragon", 4, 1, 0, 6, 16, 0, 300, 5000, true},
    {"beetle", 6, 1, 0, 0, 2, 0, 0.01f, 0.1f, true},
    {"crab", 8, 1, 2, 0, 0, 0, 0.3f, 3, true},
    {"spider", 8, 1, 2, 0, 0, 0, 0.02f, 0.2f, true},
    {"scorpion", 8, 1, 2, 5, 0, 0, 0.01f, 0.1f, true},
    {"centipede", 24, 1, 0, 4, 0, 0, 0.01f, 0.1f, true},
    {"snake", 0, 1, 0, 3, 0, 0, 1, 20, true},
    {"inchworm", 0, 1, 0, 1, 0, 0, 0.0005f, 0.01f, true},
    {"fish", 0, 1, 0, 2, 0, 0, 2, 20, true},
    {"jellyfish", 0, 1, 0, 0, 0, 40, 2, 30, true},
    {"octopus", 0, 1, 8, 0, 0, 48, 3, 50, true},
    {"hydra", 4, 3, 0, 5, 0, 0, 200, 2000, false},
    {"oddlegs", 5, 1, 1, 2, 0, 0, 20, 200, false},
    {"brancher", 6, 1, 6, 0, 0, 0, 40, 200, true},
};

// -- The files ----------------------------------------------------------------------------------

static const expectation *expected_of(const caper_character *c)
{
    for (int i = 0; i < CAPER_COUNT_OF(expectations); i++)
        if (strcmp(expectations[i].name, c->name) == 0)
            return &expectations[i];
    return NULL;
}

static int count_caps(const caper_character *c, caper_caps caps)
{
    int count = 0;
    for (int i = 0; i < c->body_count; i++)
        count += (c->bodies[i].caps & caps) != 0;
    return count;
}

// Names the body when a check about it fails.
static bool check_body(bool ok, const caper_character *c, int body, const char *what, double value)
{
    if (!ok)
        fprintf(stderr, "%s: %s %s (%g)\n", c->name, c->bodies[body].name, what, value);
    return CHECK(ok);
}

// -- Structure ----------------------------------------------------------------------------------

static void every_character_of_the_table_has_a_file_and_the_other_way_round(void)
{
    menagerie m = menagerie_open();
    CHECK_INT(m.count, CAPER_COUNT_OF(expectations));
    for (int i = 0; i < m.count; i++)
        if (!CHECK(expected_of(m.characters[i]) != NULL))
            fprintf(stderr, "%s is not in the table\n", m.characters[i]->name);
    menagerie_close(&m);
}

static void the_root_body_is_where_the_tree_starts(void)
{
    menagerie m = menagerie_open();
    for (int i = 0; i < m.count; i++) {
        const caper_character *c = m.characters[i];
        // nobody is marked, so this is the builder's own choice
        check_body(c->root_body == 0, c, c->root_body, "was chosen as the root body", 0);
        CHECK_INT(c->bodies[0].joint.kind, CAPER_JOINT_FREE);
        for (int b = 1; b < c->body_count; b++)
            check_body(c->bodies[b].joint.kind != CAPER_JOINT_FREE, c, b, "is free", 0);
    }
    menagerie_close(&m);
}

static void limbs_and_heads_are_as_many_as_the_table_says(void)
{
    menagerie m = menagerie_open();
    for (int i = 0; i < m.count; i++) {
        const caper_character *c = m.characters[i];
        const expectation *e = expected_of(c);
        REQUIRE(e != NULL);
        CHECK_INT(c->leg_count, e->legs);
        CHECK_INT(count_caps(c, CAPER_CAP_HEAD), e->heads);
        CHECK_INT(count_caps(c, CAPER_CAP_GRASPER), e->graspers);
        CHECK(count_caps(c, CAPER_CAP_TAIL) >= e->tails);
        CHECK(count_caps(c, CAPER_CAP_WING) >= e->wings);
        CHECK(count_caps(c, CAPER_CAP_TENTACLE) >= e->tentacles);
        CHECK(count_caps(c, CAPER_CAP_EYE) >= 1);
        CHECK(count_caps(c, CAPER_CAP_MOUTH) >= 1);
        CHECK(c->deform_count >= 2);
        CHECK(c->body_count >= 20 && c->body_count <= 100);
        CHECK(c->spine_count >= 2);
    }
    menagerie_close(&m);
}

static void feet_and_graspers_are_the_ends_of_limbs(void)
{
    menagerie m = menagerie_open();
    for (int i = 0; i < m.count; i++) {
        const caper_character *c = m.characters[i];
        for (int b = 0; b < c->body_count; b++) {
            const caper_body *body = &c->bodies[b];
            if (body->caps & (CAPER_CAP_FOOT | CAPER_CAP_GRASPER))
                check_body((body->caps & CAPER_CAP_LIMB) != 0, c, b, "is no limb", 0);
            // a limb is one piece, from the spine down
            if ((body->caps & CAPER_CAP_LIMB) && body->base != b)
                check_body((c->bodies[body->parent].caps & CAPER_CAP_LIMB) != 0, c, b,
                           "hangs on something that is no limb", 0);
            // tails, too: all of their bodies, or none
            if ((body->caps & CAPER_CAP_TAIL) && body->base != b)
                check_body((c->bodies[body->parent].caps & CAPER_CAP_TAIL) != 0, c, b,
                           "hangs on something that is no tail", 0);
        }
    }
    menagerie_close(&m);
}

static int freedoms(const caper_character *c)
{
    static const int of_kind[CAPER_JOINT_KIND_COUNT] = {0, 1, 3, 6};
    int count = 0;
    for (int b = 0; b < c->body_count; b++)
        count += of_kind[c->bodies[b].joint.kind];
    return count;
}

static void the_performer_has_43_degrees_of_freedom(void)
{
    caper_character *c = menagerie_load("performer");
    int hinges = 0, balls = 0;
    for (int b = 0; b < c->body_count; b++) {
        hinges += c->bodies[b].joint.kind == CAPER_JOINT_HINGE;
        balls += c->bodies[b].joint.kind == CAPER_JOINT_BALL;
        // a fixed body within a chain would be a dead joint for inverse kinematics
        if (c->bodies[b].joint.kind == CAPER_JOINT_FIXED)
            check_body(c->bodies[b].child < 0, c, b, "is fixed and has children", 0);
    }
    CHECK_INT(freedoms(c), 43);
    CHECK_INT(hinges, 4);
    CHECK_INT(balls, 11);
    caper_character_destroy(c);
}

static void blubby_and_sally_have_the_skeleton_of_the_performer(void)
{
    caper_character *performer = menagerie_load("performer");
    caper_character *others[] = {menagerie_load("blubby"), menagerie_load("sally")};
    for (int k = 0; k < 2; k++) {
        CHECK(caper_skeleton_same(&performer->skeleton, &others[k]->skeleton));
        REQUIRE(performer->body_count == others[k]->body_count);
        for (int b = 0; b < performer->body_count; b++) {
            CHECK_STR(performer->bodies[b].name, others[k]->bodies[b].name);
            CHECK_INT(performer->bodies[b].parent, others[k]->bodies[b].parent);
            CHECK_INT(performer->bodies[b].joint.kind, others[k]->bodies[b].joint.kind);
            CHECK_INT(performer->bodies[b].caps, others[k]->bodies[b].caps);
        }
        CHECK_INT(freedoms(others[k]), 43);
    }
    // what makes them different
    CHECK(others[0]->legs[0].length < 0.35f * performer->legs[0].length);
    CHECK(others[1]->legs[0].length > 1.4f * performer->legs[0].length);
    caper_character_destroy(performer);
    caper_character_destroy(others[0]);
    caper_character_destroy(others[1]);
}

static void the_legs_of_oddlegs_differ(void)
{
    caper_character *c = menagerie_load("oddlegs");
    for (int i = 0; i < c->leg_count; i++)
        for (int k = 0; k < i; k++) {
            float a = c->legs[i].length, b = c->legs[k].length;
            CHECK(caper_max(a, b) > 1.07f * caper_min(a, b));
        }
    caper_character_destroy(c);
}

static void several_legs_of_the_brancher_share_a_hip(void)
{
    caper_character *c = menagerie_load("brancher");
    int shared = 0;
    for (int i = 0; i < c->leg_count; i++)
        for (int k = 0; k < i; k++)
            shared += c->legs[i].hip == c->legs[k].hip;
    CHECK_INT(shared, 2 * 3); // two hips, three pairs of legs each
    caper_character_destroy(c);
}

// -- Geometry -----------------------------------------------------------------------------------

static float lowest_point(const caper_character *c, int b)
{
    caper_vec3 h = c->bodies[b].box_half;
    float lowest = INFINITY;
    for (int k = 0; k < 8; k++) {
        caper_vec3 corner =
            caper_vec3_make(k & 1 ? h.x : -h.x, k & 2 ? h.y : -h.y, k & 4 ? h.z : -h.z);
        corner = caper_vec3_add(corner, c->bodies[b].box_center);
        lowest = caper_min(lowest, caper_transform_mul_point(c->rest_model[b], corner).y);
    }
    return lowest;
}

static void soles_are_on_the_ground_and_nothing_is_below_it(void)
{
    menagerie m = menagerie_open();
    for (int i = 0; i < m.count; i++) {
        const caper_character *c = m.characters[i];
        for (int b = 0; b < c->body_count; b++)
            check_body(lowest_point(c, b) > -1e-4f * c->size, c, b, "is below the ground",
                       (double)lowest_point(c, b));
        for (int k = 0; k < c->leg_count; k++) {
            caper_vec3 points[CAPER_MAX_CONTACTS];
            int count = caper_body_sole_points(c, c->legs[k].foot, points);
            REQUIRE(count > 0);
            for (int p = 0; p < count; p++) {
                // flat: all of the sole, not one corner; and to a fraction of small characters
                float y = caper_transform_mul_point(c->rest_model[c->legs[k].foot], points[p]).y;
                check_body(fabsf(y) < caper_min(1e-3f, 1e-3f * c->size), c, c->legs[k].foot,
                           "is off the ground", (double)y);
            }
        }
    }
    menagerie_close(&m);
}

static void whoever_stands_is_in_balance_at_rest(void)
{
    menagerie m = menagerie_open();
    for (int i = 0; i < m.count; i++) {
        const caper_character *c = m.characters[i];
        // within the hull of the feet: in no direction is the center of mass beyond all soles (the
        // boxes of fixed and hinged toes count, too)
        for (int way = 0; way < 64 && c->leg_count > 0; way++) {
            float x, z, farthest = -INFINITY;
            caper_sincos(2.0f * CAPER_PI * (float)way / 64.0f, &x, &z);
            for (int b = 0; b < c->body_count; b++) {
                int foot = b;
                while (foot >= 0 && !(c->bodies[foot].caps & CAPER_CAP_FOOT))
                    foot = c->bodies[foot].parent;
                if (foot < 0)
                    continue;
                caper_vec3 points[CAPER_MAX_CONTACTS];
                int count = caper_body_sole_points(c, b, points);
                for (int p = 0; p < count; p++) {
                    caper_vec3 q = caper_transform_mul_point(c->rest_model[b], points[p]);
                    farthest = caper_max(farthest, q.x * x + q.z * z);
                }
            }
            float mass_at = c->center_of_mass.x * x + c->center_of_mass.z * z;
            check_body(mass_at < farthest, c, 0, "is out of balance", (double)way);
        }
    }
    menagerie_close(&m);
}

static void swimmers_are_in_the_air_and_crawlers_on_the_ground(void)
{
    static const struct {
        const char *name;
        bool floats;
    } footless[] = {
        {"fish", true},      {"jellyfish", true}, {"snake", false},
        {"inchworm", false}, {"octopus", false},
    };
    for (int i = 0; i < CAPER_COUNT_OF(footless); i++) {
        caper_character *c = menagerie_load(footless[i].name);
        if (footless[i].floats)
            CHECK(c->bounds.min.y > 0.2f * c->size);
        else
            CHECK(c->bounds.min.y < 0.01f * c->size);
        caper_character_destroy(c);
    }
}

static void symmetric_characters_have_all_their_partners(void)
{
    menagerie m = menagerie_open();
    int asymmetric = 0;
    for (int i = 0; i < m.count; i++) {
        const caper_character *c = m.characters[i];
        int without = 0;
        for (int b = 0; b < c->body_count; b++) {
            int partner = c->bodies[b].mirror;
            without += partner < 0;
            if (partner < 0 || !expected_of(c)->symmetric)
                continue;
            caper_vec3 here = c->rest_model[b].position, there = c->rest_model[partner].position;
            check_body(caper_vec3_distance(caper_vec3_mirror(here), there) < 1e-5f * c->size, c, b,
                       "is not where the mirror shows its partner", 0);
            CHECK_INT(c->bodies[b].caps, c->bodies[partner].caps);
        }
        if (expected_of(c)->symmetric) {
            CHECK_INT(without, 0);
        } else {
            CHECK(without >= 3);
            asymmetric++;
        }
    }
    CHECK(asymmetric >= 2);
    menagerie_close(&m);
}

// A lower bound of the gap between two boxes at rest: the largest over the 15 axes that can
// separate them (negative when they overlap).
static float box_gap(const caper_character *c, int a, int b)
{
    int bodies[2] = {a, b};
    caper_vec3 axes[2][3], center[2], candidates[15];
    float half[2][3];
    int count = 0;
    for (int s = 0; s < 2; s++) {
        caper_transform t = c->rest_model[bodies[s]];
        const caper_body *body = &c->bodies[bodies[s]];
        caper_mat3 r = caper_quat_to_mat3(t.rotation);
        axes[s][0] = r.x, axes[s][1] = r.y, axes[s][2] = r.z;
        center[s] = caper_transform_mul_point(t, body->box_center);
        half[s][0] = body->box_half.x, half[s][1] = body->box_half.y, half[s][2] = body->box_half.z;
        for (int k = 0; k < 3; k++)
            candidates[count++] = axes[s][k];
    }
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++) {
            caper_vec3 n = caper_vec3_cross(axes[0][i], axes[1][k]);
            if (caper_vec3_length(n) > 0.05f)
                candidates[count++] = caper_vec3_normalize(n);
        }
    float gap = -INFINITY;
    caper_vec3 between = caper_vec3_sub(center[1], center[0]);
    for (int i = 0; i < count; i++) {
        float reach = 0.0f;
        for (int s = 0; s < 2; s++)
            for (int k = 0; k < 3; k++)
                reach += half[s][k] * fabsf(caper_vec3_dot(axes[s][k], candidates[i]));
        gap = caper_max(gap, fabsf(caper_vec3_dot(between, candidates[i])) - reach);
    }
    return gap;
}

// The least gap to the parent, or to a body that is fixed to the parent (a neck to the chest).
static float gap_to_parent(const caper_character *c, int b)
{
    int parent = c->bodies[b].parent;
    float gap = box_gap(c, b, parent);
    for (int k = c->bodies[parent].child; k >= 0; k = c->bodies[k].sibling)
        if (k != b && c->bodies[k].joint.kind == CAPER_JOINT_FIXED)
            gap = caper_min(gap, box_gap(c, b, k));
    return gap;
}

static void every_box_meets_the_box_of_its_parent(void)
{
    menagerie m = menagerie_open();
    for (int i = 0; i < m.count; i++) {
        const caper_character *c = m.characters[i];
        for (int b = 1; b < c->body_count; b++) {
            float gap = gap_to_parent(c, b);
            check_body(gap < 1e-3f * c->size, c, b, "is apart from its parent",
                       (double)(gap / c->size));
        }
    }
    menagerie_close(&m);
}

static void masses_are_plausible(void)
{
    menagerie m = menagerie_open();
    for (int i = 0; i < m.count; i++) {
        const caper_character *c = m.characters[i];
        const expectation *e = expected_of(c);
        float volume = 0.0f;
        for (int b = 0; b < c->body_count; b++) {
            caper_vec3 h = c->bodies[b].box_half;
            CHECK(c->bodies[b].mass > 0.0f);
            volume += 8.0f * h.x * h.y * h.z;
        }
        CHECK(c->mass >= e->least_kg && c->mass <= e->most_kg);
        // boxes overlap and are larger than what they stand for, so flesh seems light
        float density = c->mass / volume;
        if (!CHECK(density > 250.0f && density < 1300.0f))
            fprintf(stderr, "%s: %g kg/m3\n", c->name, (double)density);
    }
    menagerie_close(&m);
}

// -- Joints -------------------------------------------------------------------------------------

static void the_rest_pose_is_within_the_limits(void)
{
    menagerie m = menagerie_open();
    for (int i = 0; i < m.count; i++) {
        const caper_character *c = m.characters[i];
        for (int b = 1; b < c->body_count; b++) {
            caper_quat rest = c->skeleton.rest_local[b].rotation;
            caper_joint_angles a = caper_joint_measure(&c->bodies[b].joint, rest, rest);
            check_body(a.excess == 0.0f, c, b, "is beyond its limits at rest", (double)a.excess);
        }
    }
    menagerie_close(&m);
}

// Where a point of `end` (its box centre) goes when one hinge turns; relative to the rest pose.
static caper_vec3 moved_by(const caper_character *c, int hinge, float angle, int end)
{
    caper_pose local = caper_character_pose(c, NULL), model = caper_character_pose(c, NULL);
    caper_quat turn = caper_quat_from_axis_angle(c->bodies[hinge].joint.axis, angle);
    local.bodies[hinge].rotation = caper_quat_mul(local.bodies[hinge].rotation, turn);
    caper_pose_to_model(&c->skeleton, &local, NULL, &model);
    caper_vec3 p = c->bodies[end].box_center;
    caper_vec3 d = caper_vec3_sub(caper_transform_mul_point(model.bodies[end], p),
                                  caper_transform_mul_point(c->rest_model[end], p));
    caper_pose_destroy(&local, NULL);
    caper_pose_destroy(&model, NULL);
    return d;
}

static void knees_and_elbows_bend_the_right_way_and_only_that_way(void)
{
    static const struct {
        const char *character, *hinge, *end;
        int way; // of the end along z as the hinge closes: 1 forward, -1 backward
    } joints[] = {
        {"performer", "left_shin", "left_foot", -1},
        {"performer", "right_shin", "right_foot", -1},
        {"performer", "left_forearm", "left_hand", 1},
        {"performer", "right_forearm", "right_hand", 1},
        {"blubby", "left_shin", "left_foot", -1},
        {"sally", "right_forearm", "right_hand", 1},
        {"four_armed", "left_upper_forearm", "left_upper_hand", 1},
        {"four_armed", "right_lower_forearm", "right_lower_hand", 1},
        {"dog", "left_hind_shin", "left_hind_paw", -1},
        {"dog", "left_hind_hock", "left_hind_paw", 1},
        {"dog", "right_front_forearm", "right_front_paw", 1},
        {"horse", "left_front_cannon", "left_front_hoof", -1},
        {"horse", "right_hind_gaskin", "right_hind_hoof", -1},
        {"giraffe", "left_hind_cannon", "left_hind_hoof", 1},
        {"elephant", "left_front_forearm", "left_front_foot", 1},
        {"bird", "left_shin", "left_foot", -1},
        {"bird", "left_tarsus", "left_foot", 1},
        {"ostrich", "right_tarsus", "right_foot", 1},
        {"kangaroo", "left_shin", "left_foot", -1},
        {"kangaroo", "right_forearm", "right_hand", 1},
        {"dragon", "left_hind_shin", "left_hind_foot", -1},
        {"hopper", "shin", "foot", -1},
    };
    for (int i = 0; i < CAPER_COUNT_OF(joints); i++) {
        caper_character *c = menagerie_load(joints[i].character);
        int hinge = caper_character_find(c, joints[i].hinge);
        int end = caper_character_find(c, joints[i].end);
        REQUIRE(hinge >= 0 && end >= 0);
        const caper_joint *joint = &c->bodies[hinge].joint;
        REQUIRE(joint->kind == CAPER_JOINT_HINGE);
        // the large range closes the joint; a small turn shows the way
        float z = moved_by(c, hinge, 0.1f, end).z;
        check_body(z * (float)joints[i].way > 0.0f, c, hinge, "closes the wrong way", (double)z);
        check_body(joint->max > 0.9f, c, hinge, "hardly closes", (double)joint->max);
        // not (much) further than straight the other way
        caper_vec3 up = c->rest_model[c->bodies[hinge].parent].position;
        caper_vec3 knee = c->rest_model[hinge].position;
        caper_vec3 down = caper_transform_mul_point(
            c->rest_model[hinge], caper_vec3_scale(c->bodies[hinge].box_center, 2));
        caper_vec3 a = caper_vec3_normalize(caper_vec3_sub(knee, up));
        caper_vec3 b = caper_vec3_normalize(caper_vec3_sub(down, knee));
        float bent = caper_acos(caper_clamp(caper_vec3_dot(a, b), -1.0f, 1.0f));
        check_body(bent > 0.02f && -joint->min < bent + 0.06f, c, hinge, "opens beyond straight",
                   (double)joint->min);
        caper_character_destroy(c);
    }
}

static void twins_move_as_in_a_mirror(void)
{
    menagerie m = menagerie_open();
    int checked = 0;
    for (int i = 0; i < m.count; i++) {
        const caper_character *c = m.characters[i];
        for (int b = 1; b < c->body_count; b++) {
            const caper_joint *joint = &c->bodies[b].joint;
            int twin = c->bodies[b].mirror;
            if (joint->kind != CAPER_JOINT_HINGE || twin <= b)
                continue;
            CHECK(joint->min == c->bodies[twin].joint.min &&
                  joint->max == c->bodies[twin].joint.max);
            caper_vec3 here = moved_by(c, b, 0.2f, b), there = moved_by(c, twin, 0.2f, twin);
            check_body(caper_vec3_distance(caper_vec3_mirror(here), there) < 1e-5f * c->size, c, b,
                       "turns unlike its twin", 0);
            checked++;
        }
    }
    CHECK(checked > 120); // the feet of most are balls
    menagerie_close(&m);
}

static void some_rest_frames_are_turned_far_from_the_model_frame(void)
{
    static const char *const turned[] = {"bird", "kangaroo", "spider", "dragon"};
    for (int i = 0; i < CAPER_COUNT_OF(turned); i++) {
        caper_character *c = menagerie_load(turned[i]);
        int far = 0;
        for (int b = 0; b < c->body_count; b++)
            far += caper_quat_angle(c->rest_model[b].rotation, caper_quat_identity()) > 1.0f;
        CHECK(far > c->body_count / 3);
        caper_character_destroy(c);
    }
}

// -- The script ---------------------------------------------------------------------------------

static void the_files_are_what_the_script_writes(void)
{
    if (system("command -v python3 >/dev/null 2>&1") != 0)
        SKIP("there is no python3");
    char command[1024];
    snprintf(command, sizeof command, "python3 '%s' --check",
             test_source_path("tools/menagerie.py"));
    CHECK_INT(system(command), 0);
}

TESTS(every_character_of_the_table_has_a_file_and_the_other_way_round,
      the_root_body_is_where_the_tree_starts, limbs_and_heads_are_as_many_as_the_table_says,
      feet_and_graspers_are_the_ends_of_limbs, the_performer_has_43_degrees_of_freedom,
      blubby_and_sally_have_the_skeleton_of_the_performer, the_legs_of_oddlegs_differ,
      several_legs_of_the_brancher_share_a_hip, soles_are_on_the_ground_and_nothing_is_below_it,
      whoever_stands_is_in_balance_at_rest, swimmers_are_in_the_air_and_crawlers_on_the_ground,
      symmetric_characters_have_all_their_partners, every_box_meets_the_box_of_its_parent,
      masses_are_plausible, the_rest_pose_is_within_the_limits,
      knees_and_elbows_bend_the_right_way_and_only_that_way, twins_move_as_in_a_mirror,
      some_rest_frames_are_turned_far_from_the_model_frame, the_files_are_what_the_script_writes)
