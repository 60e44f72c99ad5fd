// SPDX-License-Identifier: MIT
//
// What the particle solver (paper 000, section 4.3) derives from a character ahead of time: which
// bodies serve whose goals (*delegated goals*), the limb bodies in an order that keeps each limb
// together, the spine as a chain with the root somewhere in it, and where limbs bend that are
// straight at rest.
//
// Welded bodies cannot move against their parents, so their goals go to the next body that can;
// the same holds, as the paper asks, for mouths and the other parts of a head. One block of memory,
// never written to again.
#include "ik/solver.h"

#include "base/block.h"
#include "body/body.h"

// Parts that must not pivot where they sit when a goal pulls at them: the body that carries them
// bends instead.
#define DELEGATING (CAPER_CAP_MOUTH | CAPER_CAP_EYE | CAPER_CAP_EAR | CAPER_CAP_HEAD)

static bool is_spine(const caper_character *character, int body)
{
    return (character->bodies[body].caps & CAPER_CAP_SPINE) != 0;
}

static bool is_welded(const caper_character *character, int body)
{
    return caperi_body_welded(character, body);
}

// A head part that hangs on the spine, or on such a part. A head at the end of a limb (a neck that
// is not spine) is moved by that limb, but the parts on it go with it.
static bool is_delegating(const caper_character *character, int body)
{
    const caper_body *b = &character->bodies[body];
    if (!(b->caps & DELEGATING) || (b->caps & CAPER_CAP_LIMB))
        return false;
    return is_spine(character, b->parent) || (character->bodies[b->parent].caps & DELEGATING);
}

static void find_servers(caper_solver *solver)
{
    const caper_character *character = solver->character;
    for (int i = 0; i < character->body_count; i++) {
        const caper_body *body = &character->bodies[i];
        solver->above[i] = -1;
        solver->server[i] = (int16_t)(body->spine < 0 ? -1 : i);
        if (body->spine < 0 || is_spine(character, i))
            continue;
        int parent = body->parent;
        bool free_parent = is_spine(character, parent) || !is_welded(character, parent);
        solver->above[i] = free_parent ? (int16_t)parent : solver->above[parent];
        if (is_welded(character, i) || is_delegating(character, i))
            solver->server[i] = solver->server[parent];
    }
}

// Limb bodies depth first. `stack` has body_count entries.
static void find_order(caper_solver *solver, int16_t *stack)
{
    const caper_character *character = solver->character;
    int count = 0;
    for (int s = 0; s < character->spine_count; s++) {
        int depth = 0;
        stack[depth++] = character->spine[s];
        while (depth > 0) {
            int body = stack[--depth];
            if (!is_spine(character, body) && !is_welded(character, body))
                solver->order[count++] = (int16_t)body;
            for (int c = character->bodies[body].child; c >= 0; c = character->bodies[c].sibling)
                if (!is_spine(character, c) && character->bodies[c].spine >= 0)
                    stack[depth++] = (int16_t)c;
        }
    }
    solver->order_count = count;
}

static bool carries_limb(const caper_character *character, int body)
{
    for (int c = character->bodies[body].child; c >= 0; c = character->bodies[c].sibling)
        if (character->bodies[c].caps & (CAPER_CAP_LIMB | CAPER_CAP_WING))
            return true;
    return false;
}

static void find_spine(caper_solver *solver)
{
    const caper_character *character = solver->character;
    for (int i = 0; i < character->body_count; i++)
        solver->slot[i] = -1;
    for (int s = 0; s < character->spine_count; s++) {
        int body = character->spine[s];
        solver->slot[body] = (int16_t)s;
        solver->along[s] = 0.0f;
        if (s > 0) {
            caper_vec3 here = character->rest_model[body].position;
            caper_vec3 last = character->rest_model[character->spine[s - 1]].position;
            solver->along[s] = solver->along[s - 1] + caper_vec3_distance(here, last);
        }
    }
    int root = solver->slot[character->root_body];
    solver->root_slot = root;
    solver->neck[root] = (int16_t)root;
    for (int s = root + 1; s < character->spine_count; s++)
        solver->neck[s] =
            (int16_t)(s - 1 == root || carries_limb(character, character->spine[s - 1])
                          ? s - 1
                          : solver->neck[s - 1]);
    for (int s = root - 1; s >= 0; s--)
        solver->neck[s] =
            (int16_t)(s + 1 == root || carries_limb(character, character->spine[s + 1])
                          ? s + 1
                          : solver->neck[s + 1]);
}

// Where the joint of a limb body goes when the limb bends there: for a hinge opposite to where its
// tip goes, on the side on which it has more room. Balls: knees forward, elbows backward, anything
// else up. Only limbs that are straight look at it.
static caper_vec3 find_pole(const caper_character *character, int body)
{
    const caper_body *b = &character->bodies[body];
    caper_quat rotation = character->rest_model[body].rotation;
    caper_vec3 tip = b->box_center;
    for (int c = b->child; c >= 0; c = character->bodies[c].sibling)
        if (character->bodies[c].caps & (CAPER_CAP_LIMB | b->caps))
            tip = character->skeleton.rest_local[c].position;
    if (b->joint.kind == CAPER_JOINT_HINGE) {
        float side = b->joint.max + b->joint.min >= 0.0f ? -1.0f : 1.0f;
        return caper_vec3_normalize_or(caper_vec3_scale(caper_vec3_cross(b->joint.axis, tip), side),
                                       caper_vec3_zero());
    }
    bool leg = false, arm = false;
    for (int c = body; c >= 0; c = character->bodies[c].child) {
        leg = leg || (character->bodies[c].caps & CAPER_CAP_FOOT);
        arm = arm || (character->bodies[c].caps & CAPER_CAP_GRASPER);
    }
    caper_vec3 way = caper_vec3_make(0.0f, leg || arm ? 0.0f : 1.0f,
                                     leg   ? 1.0f
                                     : arm ? -1.0f
                                           : 0.0f);
    way = caper_quat_unrotate(rotation, way);
    caper_vec3 link = caper_vec3_normalize_or(tip, caper_vec3_zero());
    way = caper_vec3_add_scaled(way, link, -caper_vec3_dot(way, link));
    return caper_vec3_scale(caper_vec3_normalize_or(way, caper_vec3_zero()), 0.25f);
}

// Outward and to the front. A limb cannot be turned to every direction without a singular one; with
// this it is behind the body and inside, where limbs do not go, instead of straight opposite to the
// limb at rest: overhead, for an arm.
static caperi_v find_lean(const caper_character *character, int body)
{
    float x = character->rest_model[body].position.x, least = 1e-3f * character->size;
    return caperi_v_make(x > least ? 0.4f : x < -least ? -0.4f : 0.0f, 0.0f, 0.5f);
}

// Scratch of one solve. A goal may add one particle at its point to the particle of each joint.
static caperi_layout lay_out(int bodies, int spine)
{
    caperi_block block = {0};
    caperi_layout l;
    l.base = CAPERI_BLOCK_ADD(&block, bodies, caper_transform);
    l.model = CAPERI_BLOCK_ADD(&block, bodies, caper_transform);
    l.delta = caperi_block_add(&block, (size_t)bodies, sizeof(caperi_q), 16);
    l.nodes = caperi_block_add(&block, (size_t)bodies * 2, sizeof(caperi_node), 16);
    l.goals = caperi_block_add(&block, (size_t)bodies, sizeof(caperi_goal), 16);
    l.spine = caperi_block_add(&block, caperi_spine_scratch_size(spine, bodies), 1, 16);
    l.limbs = CAPERI_BLOCK_ADD(&block, bodies, caperi_limb);
    l.goal_of = CAPERI_BLOCK_ADD(&block, bodies, int16_t);
    l.node_of = CAPERI_BLOCK_ADD(&block, bodies, int16_t);
    l.flags = CAPERI_BLOCK_ADD(&block, bodies, uint8_t);
    l.size = block.size;
    return l;
}

caper_solver *caper_solver_create(const caper_character *character,
                                  const caper_allocator *allocator, caper_error *error)
{
    CAPER_ASSERT(character);
    if (!character)
        return NULL;
    int bodies = character->body_count, spine = character->spine_count;
    caperi_block block = {0};
    CAPERI_BLOCK_ADD(&block, 1, caper_solver);
    size_t pole = caperi_block_add(&block, (size_t)bodies, sizeof(caperi_v), 16);
    size_t lean = caperi_block_add(&block, (size_t)bodies, sizeof(caperi_v), 16);
    size_t limits = caperi_block_add(&block, (size_t)bodies, sizeof(caperi_limit), 16);
    size_t folds = CAPERI_BLOCK_ADD(&block, bodies, caperi_fold);
    size_t squares = CAPERI_BLOCK_ADD(&block, bodies * CAPERI_FOLDS, float);
    size_t layout = CAPERI_BLOCK_ADD(&block, 1, caperi_layout);
    size_t along = CAPERI_BLOCK_ADD(&block, spine, float);
    size_t server = CAPERI_BLOCK_ADD(&block, bodies, int16_t);
    size_t above = CAPERI_BLOCK_ADD(&block, bodies, int16_t);
    size_t order = CAPERI_BLOCK_ADD(&block, bodies, int16_t);
    size_t slot = CAPERI_BLOCK_ADD(&block, bodies, int16_t);
    size_t neck = CAPERI_BLOCK_ADD(&block, spine, int16_t);
    caper_solver *solver = caperi_block_alloc(&block, allocator);
    if (!solver) {
        caper_error_set(error, CAPER_ERROR_MEMORY, NULL, 0, 0,
                        "no memory for a solver of %d bodies", bodies);
        return NULL;
    }
    solver->character = character;
    solver->allocator = caper_allocator_resolve(allocator);
    solver->memory_size = block.size;
    solver->pole = caperi_block_at(solver, pole);
    solver->lean = caperi_block_at(solver, lean);
    solver->limits = caperi_block_at(solver, limits);
    solver->folds = caperi_block_at(solver, folds);
    solver->fold_squares = caperi_block_at(solver, squares);
    solver->layout = caperi_block_at(solver, layout);
    *solver->layout = lay_out(bodies, spine);
    solver->along = caperi_block_at(solver, along);
    solver->server = caperi_block_at(solver, server);
    solver->above = caperi_block_at(solver, above);
    solver->order = caperi_block_at(solver, order);
    solver->slot = caperi_block_at(solver, slot);
    solver->neck = caperi_block_at(solver, neck);

    find_servers(solver);
    find_order(solver, solver->slot); // the slots are filled in after
    find_spine(solver);
    for (int i = 0; i < bodies; i++) {
        solver->lean[i] = find_lean(character, i);
        solver->pole[i] = caperi_v_from(find_pole(character, i));
        solver->limits[i] =
            caperi_limit_make(&character->bodies[i].joint, character->rest_model[i].rotation);
    }
    caperi_folds_prepare(solver);
    return solver;
}

void caper_solver_destroy(caper_solver *solver)
{
    if (!solver)
        return;
    caper_allocator allocator = solver->allocator;
    caper_free(&allocator, solver, solver->memory_size);
}
