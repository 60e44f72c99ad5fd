// SPDX-License-Identifier: MIT
//
// What is in a graph, and what came of building it, in words and as JSON.
#include "caper/graph.h"

static void tell_dropped(const caper_graph_report *r, caper_text *out)
{
    caper_text_printf(
        out,
        "  threshold %.1f mm; %d minima below it, dropped: %d other feet stand, %d near better "
        "ones, %d feet slide, %d fall too fast, %d bend legs too far, %d jump, %d lead out of the "
        "largest of %d components\n",
        1e3 * (double)r->threshold, r->minimum_count, r->dropped_contacts, r->dropped_similar,
        r->dropped_slip, r->dropped_fall, r->dropped_bend, r->dropped_jump, r->dropped_component,
        r->component_count);
    if (r->cut_frames > 0) {
        caper_text_printf(out, "  faulty by themselves: %d more frames, cut out of the clips\n",
                          r->cut_frames);
    }
    if (r->made_clips + r->made_dropped > 0) {
        caper_text_printf(
            out,
            "  bridges: %d taken, dropped: %d bodies in each other, %d feet slide, %d jump or "
            "bend too far, %d fall wrongly, %d beyond the wanted size\n",
            r->made_clips, r->made_penetrating, r->made_sliding, r->made_jumping, r->made_falling,
            r->made_dropped - r->made_penetrating - r->made_sliding - r->made_jumping -
                r->made_falling);
    }
}

void caper_graph_describe(const caper_graph *g, bool clips, caper_text *out)
{
    const caper_graph_report *r = &g->report;
    caper_text_printf(
        out,
        "%d nodes, %d edges (%d transitions of %.2f s) at %g Hz\n"
        "  clips kept %d of %d, frames kept %d of %d (%.1f %%)\n"
        "  transitions: distance mean %.1f, worst %.1f mm; slip of standing feet mean %.1f, worst "
        "%.1f mm\n",
        g->node_count, g->edge_count, g->transition_count,
        (double)(g->window - 1) / (double)g->rate, (double)g->rate, r->kept_clips, r->clip_count,
        r->kept_frames, r->frame_count,
        100.0 * r->kept_frames / (r->frame_count > 0 ? r->frame_count : 1),
        1e3 * (double)r->mean_distance, 1e3 * (double)r->max_distance, 1e3 * (double)r->mean_slip,
        1e3 * (double)r->max_slip);
    if (!clips) {
        tell_dropped(r, out);
    }
    for (int c = 0; c < g->clip_count; c++) {
        const caper_graph_origin *o = &g->origins[c];
        const char *mirrored = o->mirrored ? " (mirrored)" : "";
        if (clips) {
            caper_text_printf(out, "  clip %-24s %6.2f s, %4d frames kept%s%s\n", g->clips[c]->name,
                              (double)g->clips[c]->duration, o->kept_frames, mirrored,
                              o->second >= 0 ? " (interpolated)" : "");
        } else if (o->kept_frames == 0 && o->second < 0) {
            caper_text_printf(out, "  clip %s%s: nothing kept, no way there and back\n",
                              g->clips[c]->name, mirrored);
        }
    }
}

void caper_graph_summarize(const caper_graph *g, caper_json_writer *w)
{
    const caper_graph_report *r = &g->report;
    caper_json_string(caper_json_key(w, "kind"), "graph");
    caper_json_string(caper_json_key(w, "name"), g->name);
    caper_json_int(caper_json_key(w, "nodes"), g->node_count);
    caper_json_int(caper_json_key(w, "edges"), g->edge_count);
    caper_json_int(caper_json_key(w, "transitions"), g->transition_count);
    caper_json_int(caper_json_key(w, "clips"), g->clip_count);
    caper_json_int(caper_json_key(w, "kept_clips"), r->kept_clips);
    caper_json_int(caper_json_key(w, "frames"), r->frame_count);
    caper_json_int(caper_json_key(w, "kept_frames"), r->kept_frames);
    caper_json_float(caper_json_key(w, "rate"), g->rate);
    caper_json_int(caper_json_key(w, "window"), g->window);
    caper_json_float(caper_json_key(w, "mean_distance"), r->mean_distance);
    caper_json_float(caper_json_key(w, "max_distance"), r->max_distance);
    caper_json_float(caper_json_key(w, "mean_slip"), r->mean_slip);
    caper_json_float(caper_json_key(w, "max_slip"), r->max_slip);
}
