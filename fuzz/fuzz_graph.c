// SPDX-License-Identifier: MIT
//
// Any bytes as a graph: refused, or a graph that can be walked and comes back from its own text.
#include "caper/graph.h"

#include <math.h>
#include <stdlib.h>

static void require(bool good)
{
    if (!good)
        abort();
}

static void walks(const caper_graph *graph)
{
    int edges[64];
    int count = caper_graph_wander(graph, 1, 0, 3.0f, edges, 64);
    int bodies = graph->clips[0]->skeleton.body_count;
    caper_pose local = caper_pose_create(bodies, 0, NULL),
               spare = caper_pose_create(bodies, 0, NULL);
    for (int i = 0; i < count && i < 64 && local.bodies && spare.bodies; i++) {
        caper_graph_step_job job = {
            .graph = graph, .edge = edges[i], .step = 0.5f, .local = &local, .spare = &spare};
        require(caper_graph_step(&job));
        require(isfinite(job.root.x) && isfinite(job.root.z) && isfinite(job.root.yaw));
    }
    caper_pose_destroy(&local, NULL);
    caper_pose_destroy(&spare, NULL);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    caper_graph *graph = caper_graph_parse((const char *)data, size, "fuzz", NULL, NULL);
    if (!graph)
        return 0;
    walks(graph);
    caper_json_writer writer;
    caper_json_writer_init(&writer, NULL, 0);
    caper_graph_write(graph, &writer);
    size_t length;
    const char *text = caper_json_writer_finish(&writer, &length, NULL);
    if (text) {
        caper_graph *back = caper_graph_parse(text, length, "again", NULL, NULL);
        require(back && back->edge_count == graph->edge_count);
        caper_graph_destroy(back);
    }
    caper_json_writer_free(&writer);
    caper_graph_destroy(graph);
    return 0;
}
