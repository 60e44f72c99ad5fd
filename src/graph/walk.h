// SPDX-License-Identifier: MIT
//
// How a walk chooses when nobody tells it.
#ifndef CAPER_SRC_GRAPH_WALK_H
#define CAPER_SRC_GRAPH_WALK_H

#include "graph/graph.h"

/// An edge that leaves a node, drawn by chance.
int caperi_graph_chance(const caper_graph *graph, int node, caper_rng *rng);
/// The graph that a policy is for.
const caper_graph *caperi_policy_graph(const caper_graph_policy *policy);

/// The edge to take at a node for a command seen from the character (velocity and facing relative
/// to its root).
int caperi_graph_policy_choose(const caper_graph_policy *policy, int node,
                               const caper_graph_command *command);

#endif
