// SPDX-License-Identifier: MIT
// caper graph: motion graphs out of clips, what is in them, their similarity map, and walks.
#include "graph_verbs.h"

#include <stdio.h>
#include <string.h>

#if !CAPER_RENDER
#define graph_map NULL
#endif

int cmd_graph(int argc, char **argv)
{
    static const cli_verb verbs[] = {
        {"build", "a graph from clips of one character", graph_build},
        {"info", "nodes, edges and clips of a graph; DOT and SVG drawings", graph_info},
        {"map", "the similarity map of clips as a picture, minima marked", graph_map,
         "renderer: it needs libepoxy, EGL and stb"},
        {"walk", "a walk by chance, along a path or to a place, as a clip", graph_walk},
        {"drive", "somebody who goes where keys tell him, by graph or by matching", graph_drive},
    };
    const cli_group group = {
        "caper graph", "Motion graphs: from a heap of clips to endless motion.", verbs,
        CAPER_COUNT_OF(verbs),
        "\nexample:\n"
        "  caper graph build walk*.clip.json --mirror --out people.graph.json\n"
        "  caper graph walk people.graph.json --seconds 60 --out wander.clip.json\n"};
    return cli_choose(&group, argc, argv);
}

// --- build ---------------------------------------------------------------------------------------

void graph_print(const char *name, const caper_graph *g)
{
    const caper_graph_report *r = &g->report;
    printf("%s: %d nodes, %d edges (%d transitions of %.2f s) at %g Hz\n", name, g->node_count,
           g->edge_count, g->transition_count, (double)(g->window - 1) / (double)g->rate,
           (double)g->rate);
    printf("  clips kept %d of %d, frames kept %d of %d (%.1f %%)\n", r->kept_clips, r->clip_count,
           r->kept_frames, r->frame_count, 100.0 * r->kept_frames / r->frame_count);
    printf("  transitions: distance mean %.1f, worst %.1f mm; slip of standing feet mean %.1f, "
           "worst %.1f mm\n",
           1e3 * (double)r->mean_distance, 1e3 * (double)r->max_distance,
           1e3 * (double)r->mean_slip, 1e3 * (double)r->max_slip);
}

static void print_dropped(const caper_graph *g)
{
    const caper_graph_report *r = &g->report;
    printf(
        "  threshold %.1f mm; %d minima below it, dropped: %d other feet stand, %d near better "
        "ones, %d feet slide, %d fall too fast, %d bend legs too far, %d jump, %d lead out of the "
        "largest of %d components\n",
        1e3 * (double)r->threshold, r->minimum_count, r->dropped_contacts, r->dropped_similar,
        r->dropped_slip, r->dropped_fall, r->dropped_bend, r->dropped_jump, r->dropped_component,
        r->component_count);
    if (r->cut_frames > 0) {
        printf("  faulty by themselves: %d more frames, cut out of the clips\n", r->cut_frames);
    }
    if (r->made_clips + r->made_dropped > 0) {
        printf("  bridges: %d taken, dropped: %d bodies in each other, %d feet slide, %d jump or "
               "bend too far, %d fall wrongly, %d beyond the wanted size\n",
               r->made_clips, r->made_penetrating, r->made_sliding, r->made_jumping,
               r->made_falling,
               r->made_dropped - r->made_penetrating - r->made_sliding - r->made_jumping -
                   r->made_falling);
    }
    for (int c = 0; c < g->clip_count; c++) {
        if (g->origins[c].kept_frames == 0 && g->origins[c].second < 0) {
            printf("  clip %s%s: nothing kept, no way there and back\n", g->clips[c]->name,
                   g->origins[c].mirrored ? " (mirrored)" : "");
        }
    }
}

int graph_build(int argc, char **argv)
{
    const char *out = NULL;
    char file[1024]; // of the character
    bool any = false, stuck = false;
    graph_heap_query query;
    memset(&query, 0, sizeof query);
    caper_graph_def def = caper_graph_def_default();
    double threshold = 0, connect = (double)def.connect, limit = (double)def.max_threshold;
    double rate = (double)def.rate, slip = (double)def.max_slip;
    const cli_option options[] = {
        {"out", "GRAPH", CLI_TO(out), "what to write: .graph.json", .ending = ".graph.json"},
        GRAPH_HEAP_OPTIONS(query),
        {"mirror", NULL, CLI_TO(def.mirror), "add every clip with left and right exchanged"},
        {"clean", NULL, CLI_TO(def.clean),
         "leave out stretches in which clips by themselves jump, bend, slide or fall too far, or "
         "stand beside their feet"},
        {"connect", "SHARE", CLI_TO(connect), "share of frames to keep (default: 0.9)", 0, 1},
        {"threshold", "METRES", CLI_TO(threshold),
         "largest distance of a transition (default: the least that gives --connect)", 0, 1000},
        {"limit", "METRES", CLI_TO(limit),
         "where the search for a threshold ends (default: 0.2 of a person, by size)", 0, 1000},
        {"slip", "METRES", CLI_TO(slip),
         "how far a standing foot may slide (default: 0.02 of a person, by size)", 0, 1000},
        {"unlike", "FRAMES", CLI_TO(def.unlike),
         "frames of a transition in which other feet may stand (default: 0; games: 2 to 6)", 0,
         1000},
        {"window", "FRAMES", CLI_TO(def.window), "frames compared and blended (default: 6)", 2,
         1000},
        {"rate", "HZ", CLI_TO(rate), "frames a second of the graph (default: 30)", 1, 1000},
        {"interpolate", "FRAMES", CLI_TO(def.made_frames),
         "add interpolated steps, at most so many frames (default: 0)", 0, 1000000},
        {"any", NULL, CLI_TO(any),
         "accept a graph that stays on the spot although clips go somewhere: else it is written "
         "and the exit code is 1"},
    };
    CLI_PARSE("graph build", "CLIP|STORE... --out GRAPH [options]",
              "A motion graph from clips of one character: where two clips are alike, one can\n"
              "pass into the other. What can be walked without end is kept, the rest is\n"
              "reported. Of files with several clips all are taken; a store (.db) is searched\n"
              "by --tag, --name and --where.",
              "  caper graph build walk.clip.json run.clip.json --mirror --out g.graph.json\n"
              "  caper graph build captures/*.bvh --onto performer --mirror --out g.graph.json\n"
              "  caper graph build wolf.glb --travel --mirror --out wolf.graph.json\n"
              "  caper graph build moves.db --tag walk --interpolate 2000 --out g.graph.json",
              options);
    graph_heap heap;
    caper_error error = {0};
    caper_graph *graph = NULL;
    bool good = graph_heap_load(&heap, &query, argv, argc, &error);
    if (good) {
        caper_job_pool *pool = caper_job_pool_create(NULL);
        def.character = heap.character;
        if (heap.file && graph_path_from(out, heap.file, file, sizeof file)) {
            def.character_file = file;
        }
        def.clips = heap.list;
        def.tags = heap.tags;
        def.clip_count = heap.count;
        def.threshold = (float)threshold;
        def.connect = (float)connect;
        def.max_threshold = (float)limit;
        def.max_slip = (float)slip;
        def.rate = (float)rate;
        def.pool = pool;
        graph = caper_graph_create(&def, &error);
        good = graph && caper_graph_save(graph, out, &error);
        caper_job_pool_destroy(pool);
    }
    if (good) {
        cli_wrote(out, "%d clips, %d bodies", heap.count, heap.character->body_count);
        graph_print(out, graph);
        print_dropped(graph);
        stuck = !any && graph_heap_is_stuck(&heap, graph);
    }
    if (stuck) {
        fprintf(stderr, "caper graph build: the graph stays on the spot: no clip that goes "
                        "somewhere was kept; wider --limit, --slip and --unlike let more pass\n");
    }
    caper_graph_destroy(graph);
    graph_heap_unload(&heap);
    return !good ? cli_error(&error) : stuck ? CLI_NO : CLI_GOOD;
}

// --- info ----------------------------------------------------------------------------------------

static bool save_drawing(const caper_graph *graph, const char *path,
                         bool (*write)(const caper_graph *, caper_text *), caper_error *error)
{
    if (!path) {
        return true;
    }
    caper_text text;
    caper_text_init(&text, NULL);
    bool good = write(graph, &text)
                    ? caper_file_write(path, text.data, text.size, error)
                    : caper_error_set(error, CAPER_ERROR_MEMORY, path, 0, 0, "out of memory");
    if (good) {
        cli_wrote(path, "%zu bytes", text.size);
    }
    caper_text_free(&text);
    return good;
}

static void write_json(const caper_graph *g, caper_json_writer *w)
{
    const cli_figure figures[] = {
        {"nodes", g->node_count},
        {"edges", g->edge_count},
        {"transitions", g->transition_count},
        {"clips", g->clip_count},
        {"kept_clips", g->report.kept_clips},
        {"frames", g->report.frame_count},
        {"kept_frames", g->report.kept_frames},
        {"rate", (double)g->rate},
        {"window", g->window},
        {"mean_distance", (double)g->report.mean_distance},
        {"max_distance", (double)g->report.max_distance},
        {"mean_slip", (double)g->report.mean_slip},
        {"max_slip", (double)g->report.max_slip},
    };
    caper_json_begin_object(w);
    caper_json_string(caper_json_key(w, "kind"), "graph");
    caper_json_string(caper_json_key(w, "name"), g->name);
    cli_write_figures(w, figures, CAPER_COUNT_OF(figures));
    caper_json_end_object(w);
}

int graph_info(int argc, char **argv)
{
    const char *dot = NULL, *svg = NULL;
    bool json = false;
    const cli_option options[] = {
        {"dot", "FILE", CLI_TO(dot), "write the graph for Graphviz"},
        {"svg", "FILE", CLI_TO(svg), "draw it: a line for each clip, an arc a transition"},
        {"json", NULL, CLI_TO(json), "print JSON"},
    };
    CLI_PARSE("graph info", "GRAPH [--dot FILE] [--svg FILE] [--json]",
              "What is in a graph, as figures and as drawings.",
              "  caper graph info people.graph.json --svg people.svg", options);
    caper_error error = {0};
    caper_graph *graph = caper_graph_load(argv[0], NULL, &error);
    bool good = graph && save_drawing(graph, dot, caper_graph_write_dot, &error) &&
                save_drawing(graph, svg, caper_graph_write_svg, &error);
    int status = CLI_GOOD;
    if (good && json) {
        caper_json_writer writer = cli_json();
        write_json(graph, &writer);
        status = cli_print_json(&writer);
    } else if (good) {
        graph_print(argv[0], graph);
        for (int c = 0; c < graph->clip_count; c++) {
            const caper_graph_origin *o = &graph->origins[c];
            printf("  clip %-24s %6.2f s, %4d frames kept%s%s\n", graph->clips[c]->name,
                   (double)graph->clips[c]->duration, o->kept_frames,
                   o->mirrored ? ", mirrored" : "", o->second >= 0 ? ", interpolated" : "");
        }
    }
    caper_graph_destroy(graph);
    return good ? status : cli_error(&error);
}
