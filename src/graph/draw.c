// SPDX-License-Identifier: MIT
//
// Graphs for the eye: the language of Graphviz, and a drawing that needs no layout, because clips
// are lines in time: one line for each clip, thick where it is kept, and an arc for each
// transition.
#include "graph/graph.h"

#include <math.h>

static void text_escaped(caper_text *out, const char *name)
{
    for (const char *c = name; *c; c++) {
        if (*c == '"' || *c == '\\' || *c == '<' || *c == '&')
            caper_text_append(out, "_", 1);
        else
            caper_text_append(out, c, 1);
    }
}

bool caper_graph_draw_dot(const caper_graph *graph, caper_text *out)
{
    caper_text_append_string(out, "digraph graph_of_motion {\n  rankdir=LR; node [shape=point];\n");
    for (int i = 0, clip = -1; i < graph->node_count; i++) {
        if (graph->nodes[i].clip != clip) {
            if (clip >= 0)
                caper_text_append_string(out, "  }\n");
            clip = graph->nodes[i].clip;
            caper_text_printf(out, "  subgraph cluster_%d {\n    label=\"", clip);
            text_escaped(out, graph->clips[clip]->name);
            caper_text_append_string(out,
                                     graph->origins[clip].mirrored ? " mirrored\";\n" : "\";\n");
        }
        caper_text_printf(out, "    n%d [tooltip=\"frame %d\"];\n", i, graph->nodes[i].frame);
        if (i == graph->node_count - 1)
            caper_text_append_string(out, "  }\n");
    }
    for (int i = 0; i < graph->edge_count; i++) {
        const caper_graph_edge *e = &graph->edges[i];
        caper_text_printf(out, "  n%d -> n%d", e->from, e->to);
        if (e->transition >= 0) {
            caper_text_append_string(out, " [color=red,label=\"");
            caper_text_float(out, rintf(graph->transitions[e->transition].distance * 1e4f) / 10.0f);
            caper_text_append_string(out, " mm\"]");
        }
        caper_text_append_string(out, ";\n");
    }
    return caper_text_append_string(out, "}\n");
}

// -- SVG
// ----------------------------------------------------------------------------------------------------

#define ROW 22   // pixels from clip to clip
#define LEFT 190 // pixels for names
#define WIDTH 1000
// Arcs hide each other: so many are opaque by a quarter, more share what these have, down to what
// can just be seen.
#define ARCS 1000
#define OPAQUE 0.25f
#define LEAST_OPAQUE 0.02f

typedef struct sheet {
    const caper_graph *graph;
    caper_text *out;
    double scale; // pixels a frame
} sheet;

static int row_y(int clip)
{
    return 30 + clip * ROW;
}

static int frame_x(const sheet *s, int frame)
{
    return LEFT + (int)rint((double)frame * s->scale);
}

static void draw_clip(const sheet *s, int c)
{
    const caper_graph *graph = s->graph;
    int frames = caperi_graph_frames(graph->clips[c], graph->rate);
    caper_text_printf(s->out, "<text x='8' y='%d'>", row_y(c) + 4);
    text_escaped(s->out, graph->clips[c]->name);
    caper_text_printf(s->out, "%s</text>\n<path class='clip' d='M%d %dH%d'/>\n",
                      graph->origins[c].mirrored ? " (mirrored)" : "", LEFT, row_y(c),
                      frame_x(s, frames - 1));
}

static void draw_edge(const sheet *s, const caper_graph_edge *e)
{
    const caper_graph *graph = s->graph;
    const caper_graph_node *a = &graph->nodes[e->from], *b = &graph->nodes[e->to];
    int x0 = frame_x(s, a->frame), y0 = row_y(a->clip);
    int x1 = frame_x(s, b->frame), y1 = row_y(b->clip);
    if (e->transition < 0) {
        if (x1 >= x0)
            caper_text_printf(s->out, "<path class='kept' d='M%d %dH%d'/>\n", x0, y0, x1);
        return;
    }
    // bad transitions are redder; within one clip an arc above its line
    float worst = graph->report.max_distance;
    int red = worst > 0.0f ? (int)(200.0f * graph->transitions[e->transition].distance / worst) : 0;
    int lift = y0 == y1 ? 14 : 0;
    caper_text_printf(s->out,
                      "<path class='join' stroke='rgb(%d,60,%d)' d='M%d %dC%d %d %d %d %d %d'/>\n",
                      red + 40, 240 - red, x0, y0, x0 + 8, y0 - lift, x1 - 8, y1 - lift, x1, y1);
}

bool caper_graph_draw_svg(const caper_graph *graph, caper_text *out)
{
    int longest = 1;
    for (int c = 0; c < graph->clip_count; c++) {
        int frames = caperi_graph_frames(graph->clips[c], graph->rate);
        longest = frames > longest ? frames : longest;
    }
    sheet s = {graph, out, (double)(WIDTH - LEFT - 20) / (double)longest};
    int arcs = graph->transition_count > ARCS ? graph->transition_count : ARCS;
    caper_text_printf(out,
                      "<svg xmlns='http://www.w3.org/2000/svg' width='%d' height='%d' "
                      "font-family='sans-serif' font-size='11'>\n"
                      "<style>.clip{stroke:#bbb;fill:none}.kept{stroke:#222;stroke-width:3;"
                      "fill:none}.join{fill:none;stroke-opacity:",
                      WIDTH, row_y(graph->clip_count) + ROW);
    float opaque = caper_max(OPAQUE * ARCS / (float)arcs, LEAST_OPAQUE);
    caper_text_float(out, rintf(1e3f * opaque) / 1e3f);
    caper_text_append_string(out, "}</style>\n<rect width='100%' height='100%' fill='white'/>\n");
    for (int i = 0; i < graph->edge_count; i++)
        if (graph->edges[i].transition >= 0)
            draw_edge(&s, &graph->edges[i]);
    for (int c = 0; c < graph->clip_count; c++)
        draw_clip(&s, c);
    for (int i = 0; i < graph->edge_count; i++)
        if (graph->edges[i].transition < 0)
            draw_edge(&s, &graph->edges[i]);
    caper_text_printf(out,
                      "<text x='%d' y='%d' fill='#777'>clips in time, kept where black; arcs are "
                      "transitions: blue 0 mm, red ",
                      LEFT, row_y(graph->clip_count) + 8);
    caper_text_float(out, rintf(1e3f * graph->report.max_distance));
    caper_text_append_string(out, " mm</text>\n");
    return caper_text_append_string(out, "</svg>\n");
}
