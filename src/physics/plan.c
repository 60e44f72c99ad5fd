// SPDX-License-Identifier: MIT
//
// From a character to rigid parts. Bodies that no joint moves, that have no physical part, or that
// are too light to matter are welded to what carries them; what is left gets a mass and an inertia
// that a solver of 120 steps a second can hold. Invariant: part 0 is the root body, parts are
// parent first, every body has a part.
#include "physics/physics.h"

#include <math.h>
#include <string.h>

// Lightest part, as a share of the whole: light ends jitter on iterative solvers. Four times the
// toes of a capture's skeleton, which the study found to stop it; about a real hand.
#define LEAST_MASS 0.005f
// A leaf lighter than this share is welded to what carries it: eyes, ears, fingers.
#define LIGHT_LEAF 0.002f
// A body lighter than this share of what hangs on it is welded: heavy things on light links are
// what iterative solvers cannot do.
#define LIGHT_LINK 0.1f
// Least radius of gyration, as a share of the size: what is thinner spins up at a touch.
#define LEAST_GYRATION 0.02f

typedef struct planner {
    const caper_character *c;
    uint8_t *own;   // per body: is a part
    float *hanging; // per body: mass of the parts below
    int16_t *up;    // per body: the body that carries it, rooted at the root body
    int16_t *order; // bodies, carriers first
} planner;

// Parents as seen from the root body: the tree of an imported file may be rooted elsewhere.
static void hang_on_root(planner *p)
{
    const caper_character *c = p->c;
    for (int i = 0; i < c->body_count; i++) {
        p->up[i] = (int16_t)c->bodies[i].parent;
    }
    int before = -1;
    for (int i = c->root_body; i >= 0;) {
        int parent = c->bodies[i].parent;
        p->up[i] = (int16_t)before;
        before = i;
        i = parent;
    }
    // the root and its ancestors first, then the others, which keep their order
    int count = 0;
    for (int i = c->root_body; i >= 0; i = c->bodies[i].parent) {
        p->order[count++] = (int16_t)i;
        p->own[i] = 1;
    }
    for (int i = 0; i < c->body_count; i++) {
        if (!p->own[i]) {
            p->order[count++] = (int16_t)i;
        }
    }
}

static bool moves(const planner *p, int i)
{
    const caper_body *b = &p->c->bodies[i];
    if (i == p->c->root_body) {
        return true;
    }
    // between the root body and one of its ancestors the joint is the root body's own
    int joint = b->parent == p->up[i] ? i : p->up[i];
    return !(b->caps & CAPER_CAP_HELPER) && p->c->bodies[joint].joint.kind != CAPER_JOINT_FIXED &&
           b->mass > 0;
}

static void choose(planner *p)
{
    const caper_character *c = p->c;
    const caper_caps chain = CAPER_CAP_LIMB | CAPER_CAP_SPINE | CAPER_CAP_FOOT | CAPER_CAP_TAIL |
                             CAPER_CAP_WING | CAPER_CAP_TENTACLE | CAPER_CAP_FIN;
    for (int k = c->body_count - 1; k >= 0; k--) {
        int i = p->order[k];
        const caper_body *b = &c->bodies[i];
        bool toe = p->up[i] >= 0 && (c->bodies[p->up[i]].caps & CAPER_CAP_FOOT);
        bool heavy = b->mass >= LIGHT_LEAF * c->mass;
        p->own[i] = moves(p, i) && (heavy || toe || (b->caps & chain)) &&
                    b->mass >= LIGHT_LINK * p->hanging[i];
        p->own[i] |= i == c->root_body;
        if (p->up[i] >= 0) {
            p->hanging[p->up[i]] += p->hanging[i] + b->mass;
        }
    }
}

static caper_mat3 box_inertia(const caper_body *b, caper_transform t)
{
    // principal moments along the box axes, turned into the part's frame
    caper_mat3 r = caper_quat_to_mat3(t.rotation);
    caper_mat3 d = {caper_vec3_scale(r.x, b->inertia.x), caper_vec3_scale(r.y, b->inertia.y),
                    caper_vec3_scale(r.z, b->inertia.z)};
    return caper_mat3_mul(d, caper_mat3_transpose(r));
}

static caper_mat3 point_inertia(float mass, caper_vec3 r)
{
    float q = caper_vec3_dot(r, r);
    caper_mat3 m = {caper_vec3_make(q - r.x * r.x, -r.x * r.y, -r.x * r.z),
                    caper_vec3_make(-r.x * r.y, q - r.y * r.y, -r.y * r.z),
                    caper_vec3_make(-r.x * r.z, -r.y * r.z, q - r.z * r.z)};
    return caperi_mat3_scale(m, mass);
}

static caper_mat3 add(caper_mat3 a, caper_mat3 b)
{
    return (caper_mat3){caper_vec3_add(a.x, b.x), caper_vec3_add(a.y, b.y),
                        caper_vec3_add(a.z, b.z)};
}

static void weigh(caperi_doll_plan *plan, const caper_character *c)
{
    for (int k = 0; k < plan->part_count; k++) {
        caperi_doll_part *part = &plan->parts[k];
        for (int i = 0; i < c->body_count; i++) {
            if (plan->part_of[i] == k) {
                caper_vec3 at = caper_transform_mul_point(plan->weld[i], c->bodies[i].box_center);
                part->center = caper_vec3_add_scaled(part->center, at, c->bodies[i].mass);
                part->mass += c->bodies[i].mass;
            }
        }
        part->center = caper_vec3_scale(part->center, part->mass > 0 ? 1 / part->mass : 0);
        for (int i = 0; i < c->body_count; i++) {
            if (plan->part_of[i] == k && c->bodies[i].mass > 0) {
                caper_vec3 at = caper_transform_mul_point(plan->weld[i], c->bodies[i].box_center);
                part->inertia = add(part->inertia, box_inertia(&c->bodies[i], plan->weld[i]));
                part->inertia = add(part->inertia, point_inertia(c->bodies[i].mass,
                                                                 caper_vec3_sub(at, part->center)));
            }
        }
    }
}

static void make_solvable(caperi_doll_plan *plan, const caper_character *c)
{
    for (int k = 0; k < plan->part_count; k++) {
        caperi_doll_part *part = &plan->parts[k];
        float least = LEAST_MASS * c->mass;
        float scale = part->mass < least ? least / caper_max(part->mass, 1e-6f * least) : 1;
        part->mass = caper_max(part->mass, least);
        part->inertia = caperi_mat3_scale(part->inertia, scale);
        float thin = LEAST_GYRATION * c->size;
        float floor = part->mass * thin * thin;
        part->inertia.x.x = caper_max(part->inertia.x.x, 0) + floor;
        part->inertia.y.y = caper_max(part->inertia.y.y, 0) + floor;
        part->inertia.z.z = caper_max(part->inertia.z.z, 0) + floor;
        plan->mass += part->mass;
    }
}

static void name_parts(caperi_doll_plan *plan, const planner *p)
{
    const caper_character *c = p->c;
    for (int k = 0; k < c->body_count; k++) {
        int i = p->order[k];
        if (p->own[i]) {
            int up = p->up[i] < 0 ? -1 : plan->part_of[p->up[i]];
            plan->part_of[i] = (int16_t)plan->part_count;
            plan->parts[plan->part_count++] = (caperi_doll_part){.body = i,
                                                                 .parent = up,
                                                                 .leg = -1,
                                                                 .rigid = -1,
                                                                 .ball = -1,
                                                                 .motor = -1,
                                                                 .inner = -1,
                                                                 .stop = -1};
        } else {
            plan->part_of[i] = plan->part_of[p->up[i]];
        }
        int body = plan->parts[plan->part_of[i]].body;
        plan->weld[i] = caper_transform_unmul(c->rest_model[body], c->rest_model[i]);
        caperi_doll_part *part = &plan->parts[plan->part_of[i]];
        if (p->own[i] && part->parent >= 0) {
            // the joint sits at the origin of the lower of the two bodies in the file's tree
            int joint = c->bodies[i].parent == p->up[i] ? i : p->up[i];
            part->anchor = caper_transform_unmul_point(
                c->rest_model[plan->parts[part->parent].body], c->rest_model[joint].position);
        }
    }
}

bool caperi_plan_make(caperi_doll_plan *plan, const caper_character *c, float gravity,
                      const caper_allocator *allocator, caper_error *error)
{
    size_t n = (size_t)c->body_count;
    memset(plan, 0, sizeof *plan);
    plan->parts = caper_alloc_zero(allocator, n * sizeof *plan->parts, 16);
    plan->part_of = caper_alloc_zero(allocator, n * sizeof *plan->part_of, 16);
    plan->weld = caper_alloc_zero(allocator, n * sizeof *plan->weld, 16);
    size_t scratch = n * (sizeof(float) + 2 * sizeof(int16_t) + 1);
    char *memory = caper_alloc_zero(allocator, scratch, 16);
    if (!plan->parts || !plan->part_of || !plan->weld || !memory) {
        caper_free(allocator, memory, scratch);
        return caper_error_set(error, CAPER_ERROR_MEMORY, c->name, 0, 0, "no memory for a doll");
    }
    planner p = {.c = c, .hanging = (float *)(void *)memory};
    p.up = (int16_t *)(void *)(memory + n * sizeof(float));
    p.order = p.up + n;
    p.own = (uint8_t *)(p.order + n);
    hang_on_root(&p);
    choose(&p);
    name_parts(plan, &p);
    caper_free(allocator, memory, scratch);
    weigh(plan, c);
    make_solvable(plan, c);
    size_t pairs = (size_t)plan->part_count * (size_t)plan->part_count;
    plan->apart = caper_alloc_zero(allocator, pairs, 1);
    plan->size = c->size;
    caperi_plan_gains(plan, c, gravity);
    if (!plan->apart) {
        return caper_error_set(error, CAPER_ERROR_MEMORY, c->name, 0, 0, "no memory for a doll");
    }
    if (!(plan->mass > 0) || !isfinite(plan->mass)) {
        return caper_error_set(error, CAPER_ERROR_INVALID, c->name, 0, 0,
                               "its bodies have no mass, expected some that can be simulated");
    }
    return true;
}

void caperi_plan_free(caperi_doll_plan *plan, int body_count, const caper_allocator *allocator)
{
    size_t n = (size_t)body_count;
    caper_free(allocator, plan->apart, (size_t)plan->part_count * (size_t)plan->part_count);
    caper_free(allocator, plan->weld, n * sizeof *plan->weld);
    caper_free(allocator, plan->part_of, n * sizeof *plan->part_of);
    caper_free(allocator, plan->parts, n * sizeof *plan->parts);
}
