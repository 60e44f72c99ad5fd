// SPDX-License-Identifier: MIT
//
// The order in which a variant's goals are evaluated. A goal that aims at bodies comes after the
// goals that carry these along: their own, and those of the bodies above them. Where goals aim at
// each other (clapping hands: each at the middle of both), none can be first; there each uses the
// others at rest. A goal that looks comes after the goals that carry its body along. Such knots are
// the strongly connected components of the graph of goals and aims (Tarjan 1972); links within one
// are cut, all of them, so that the order of bodies does not show in the result and mirror images
// stay mirror images.
//
// Invariant: a step reads only what earlier steps have written.
#include "motion/bind.h"

// Nodes are the slots, then the aims. Depth of the recursion: a path visits each node once. Most
// slots lead to aims only; a chain of bodies that all look leads up that chain, a call for each.
typedef struct knots {
    caperi_binder *binder;
    const caperi_binding_draft *draft;
    int slot_count, aim_count;
    int16_t *index; // in order of discovery, from 1; 0: not seen
    int16_t *low;
    int16_t *component; // from 1; 0: still on the stack
    int16_t *stack;
    int16_t stack_count, seen, component_count;
} knots;

static void visit(knots *k, int node);

static void follow(knots *k, int from, int to)
{
    if (k->index[to] == 0)
        visit(k, to);
    if (k->component[to] == 0 && k->low[to] < k->low[from])
        k->low[from] = k->low[to];
}

static void follow_slot(knots *k, int node)
{
    const caperi_binder *b = k->binder;
    const caperi_slot *slots =
        caperi_binder_at(b, CAPERI_LIST_SLOTS, k->draft->first[CAPERI_LIST_SLOTS]);
    const caperi_share *shares =
        caperi_binder_at(b, CAPERI_LIST_SHARES, k->draft->first[CAPERI_LIST_SHARES]);
    const caperi_slot *slot = &slots[node];
    for (int i = slot->first_share; i < slot->first_share + slot->share_count; i++)
        if (shares[i].aim >= 0)
            follow(k, node, k->slot_count + shares[i].aim);
    if (slot->viewer < 0)
        return;
    for (int a = b->character->bodies[slot->body].parent; a >= 0;
         a = b->character->bodies[a].parent)
        if (b->slot_of[a] >= 0)
            follow(k, node, b->slot_of[a]);
}

static void follow_aim(knots *k, int node)
{
    const caperi_binder *b = k->binder;
    const caperi_aim *aims =
        caperi_binder_at(b, CAPERI_LIST_AIMS, k->draft->first[CAPERI_LIST_AIMS]);
    const caperi_aim_body *bodies =
        caperi_binder_at(b, CAPERI_LIST_AIM_BODIES, k->draft->first[CAPERI_LIST_AIM_BODIES]);
    const caperi_aim *aim = &aims[node - k->slot_count];
    for (int i = aim->first_body; i < aim->first_body + aim->body_count; i++)
        for (int a = bodies[i].body; a >= 0; a = b->character->bodies[a].parent)
            if (b->slot_of[a] >= 0)
                follow(k, node, b->slot_of[a]);
}

// The component on top of the stack is complete: its aims first, then the slots that need them.
static void close_component(knots *k, int node)
{
    int begin = k->stack_count;
    k->component_count++;
    do {
        begin--;
        k->component[k->stack[begin]] = k->component_count;
    } while (k->stack[begin] != node);
    int16_t *steps = caperi_binder_add(k->binder, CAPERI_LIST_STEPS, k->stack_count - begin);
    if (!steps)
        return;
    for (int aims = 1; aims >= 0; aims--)
        for (int i = begin; i < k->stack_count; i++) {
            int at = k->stack[i];
            if ((at >= k->slot_count) == (aims == 1))
                *steps++ = (int16_t)(aims ? -1 - (at - k->slot_count) : at);
        }
    k->stack_count = (int16_t)begin;
}

static void visit(knots *k, int node)
{
    k->index[node] = k->low[node] = ++k->seen;
    k->stack[k->stack_count++] = (int16_t)node;
    if (node < k->slot_count)
        follow_slot(k, node);
    else
        follow_aim(k, node);
    if (k->low[node] == k->index[node])
        close_component(k, node);
}

// The goals that carry a body along, from the root down, without those of the knot of the aim (or
// of the goal) that asks.
static void add_links(knots *k, int node, caperi_aim_body *body)
{
    caperi_binder *b = k->binder;
    int count = 0, first = b->lists[CAPERI_LIST_LINKS].count;
    for (int pass = 0; pass < 2; pass++) {
        int at = count;
        int16_t *links = pass ? caperi_binder_add(b, CAPERI_LIST_LINKS, count) : NULL;
        if (pass && !links)
            return;
        for (int a = body->body; a >= 0; a = b->character->bodies[a].parent) {
            int slot = b->slot_of[a];
            if (slot < 0 || k->component[slot] == k->component[node])
                continue;
            if (pass)
                links[--at] = (int16_t)slot;
            else
                count++;
            if (a == body->body)
                body->moved = b->position_owner[a] >= 0;
        }
    }
    body->first_link = first - k->draft->first[CAPERI_LIST_LINKS];
    body->link_count = (int16_t)count;
}

void caperi_binder_order(caperi_binder *binder, caperi_binding_draft *draft)
{
    knots k = {.binder = binder, .draft = draft};
    k.slot_count = draft->count[CAPERI_LIST_SLOTS];
    k.aim_count = draft->count[CAPERI_LIST_AIMS];
    int node_count = k.slot_count + k.aim_count;
    k.index = binder->nodes;
    k.low = k.index + node_count;
    k.component = k.low + node_count;
    k.stack = k.component + node_count;
    for (int i = 0; i < node_count; i++)
        k.index[i] = k.component[i] = 0;
    for (int i = 0; i < node_count && !binder->failed; i++)
        if (k.index[i] == 0)
            visit(&k, i);
    if (binder->failed)
        return;

    const caperi_aim *aims =
        caperi_binder_at(binder, CAPERI_LIST_AIMS, draft->first[CAPERI_LIST_AIMS]);
    caperi_aim_body *bodies =
        caperi_binder_at(binder, CAPERI_LIST_AIM_BODIES, draft->first[CAPERI_LIST_AIM_BODIES]);
    for (int a = 0; a < k.aim_count; a++)
        for (int i = 0; i < aims[a].body_count; i++)
            add_links(&k, k.slot_count + a, &bodies[aims[a].first_body + i]);
    const caperi_slot *slots =
        caperi_binder_at(binder, CAPERI_LIST_SLOTS, draft->first[CAPERI_LIST_SLOTS]);
    for (int i = 0; i < k.slot_count; i++)
        if (slots[i].viewer >= 0)
            add_links(&k, i, &bodies[slots[i].viewer]);
}
