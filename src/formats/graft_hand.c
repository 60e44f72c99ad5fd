// SPDX-License-Identifier: MIT
//
// Hands without a wrist. Some rigs have the bones of the palm, and the thumb, side by side at the
// end of the forearm. Nothing is the hand then: each would be a limb of its own, and a hand that is
// turned by one of them tears. They are hung on the one that moves most of the mesh, which becomes
// the hand; writing hangs them back. The same for toes at the end of a shank.
#include "formats/graft.h"

// Bones of a hand begin within this share of the forearm's length of each other's middle. The legs
// on a pelvis, or arms and neck on a chest, are as far apart as their parent is long.
#define GATHERED 0.3f
// What is below each of them is shorter than this share of the forearm.
#define SHORT 0.75f
// A forearm is at least so long, as a share of the upper arm; a hand is not, so that its fingers
// stay where they are.
#define LONG_PARENT 0.5f
// Limbs that come in pairs begin off the plane between the sides, by this share of the size.
#define OFF_PLANE 0.03f

typedef struct hand {
    int arm;           // the body that they hang on
    int count;         // how many
    caper_vec3 middle; // of their joints
    int palm;          // the one that moves most of the mesh
    double most;
} hand;

static caper_vec3 joint(const caperi_grafter *g, int body)
{
    return g->poses[body].position;
}

static bool is_below(const caperi_grafter *g, int body, int above)
{
    while (body >= 0 && body != above)
        body = g->parents[body];
    return body >= 0;
}

static double weight_below(const caperi_grafter *g, int body)
{
    double sum = 0;
    for (int i = 0; i < g->count; i++)
        sum += is_below(g, i, body) ? g->weight[i] : 0;
    return sum;
}

static hand look_at(const caperi_grafter *g, int arm)
{
    hand h = {.arm = arm, .palm = -1};
    int children = 0;
    for (int i = 0; i < g->count; i++)
        children += g->parents[i] == arm;
    for (int i = 0; i < g->count && children > 1; i++) {
        if (g->parents[i] != arm)
            continue;
        double weight = weight_below(g, i);
        h.middle = caper_vec3_add(h.middle, joint(g, i));
        h.palm = weight > h.most ? i : h.palm;
        h.most = weight > h.most ? weight : h.most;
        h.count++;
    }
    h.middle = h.count > 0 ? caper_vec3_scale(h.middle, 1.0f / (float)h.count) : h.middle;
    return h;
}

static bool is_hand(const caperi_grafter *g, const hand *h)
{
    int above = g->parents[h->arm];
    if (h->count < 2 || h->palm < 0 || above < 0 || g->parents[above] < 0)
        return false;
    float length = caper_vec3_distance(joint(g, h->arm), h->middle);
    float upper = caper_vec3_distance(joint(g, above), joint(g, h->arm));
    if (fabsf(joint(g, h->arm).x) < OFF_PLANE * g->size || length < LONG_PARENT * upper)
        return false;
    for (int i = 0; i < g->count; i++) {
        if (i == h->arm || !is_below(g, i, h->arm))
            continue;
        float far = caper_vec3_distance(joint(g, i), h->middle);
        if (far > (g->parents[i] == h->arm ? GATHERED : SHORT) * length)
            return false;
    }
    return true;
}

void caperi_graft_hands(caperi_grafter *g)
{
    int found = g->graft_count;
    for (int arm = 0; arm < g->count; arm++) {
        hand h = look_at(g, arm);
        if (!is_hand(g, &h))
            continue;
        for (int i = 0; i < g->count; i++)
            if (g->parents[i] == arm && i != h.palm)
                g->grafts[g->graft_count++] = (caperi_graft){i, h.palm};
        for (; found < g->graft_count; found++)
            g->parents[g->grafts[found].body] = h.palm;
    }
}
