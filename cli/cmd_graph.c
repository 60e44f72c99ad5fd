// SPDX-License-Identifier: MIT
// caper graph: motion graphs out of clips, what is in them, their similarity map, and walks.
#include "graph_verbs.h"

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
        {"walk", "a walk at random, along a path or to a place, as a clip", graph_walk},
        {"drive", "a character steered by keys, by graph or by matching", graph_drive},
    };
    const cli_group group = {
        "caper graph", "Motion graphs: from a set of clips to endless motion.", verbs,
        CAPER_COUNT_OF(verbs),
        "\nexample:\n"
        "  caper graph build walk*.clip.json --mirror --out people.graph.json\n"
        "  caper graph walk people.graph.json --seconds 60 --out wander.clip.json\n"};
    return cli_choose(&group, argc, argv);
}

// --- build ---------------------------------------------------------------------------------------

int graph_build(int argc, char **argv)
{
    const char *out = NULL;
    char file[1024]; // of the character
    bool any = false, stuck = false;
    graph_heap_query query = {0};
    caper_graph_def def = caper_graph_def_default();
    const cli_option options[] = {
        {"out", "GRAPH", CLI_TO(out), "what to write: .graph.json", .ending = ".graph.json"},
        GRAPH_HEAP_OPTIONS(query),
        {"mirror", NULL, CLI_TO(def.mirror), "add every clip with left and right exchanged"},
        {"clean", NULL, CLI_TO(def.clean),
         "leave out stretches in which clips by themselves jump, bend, slide or fall too far, or "
         "stand off balance"},
        {"connect", "SHARE", CLI_TO(def.connect), "share of frames to keep (default: 0.9)", 0, 1},
        {"threshold", "METRES", CLI_TO(def.threshold),
         "largest distance of a transition (default: the least that gives --connect)", 0, 1000},
        {"limit", "METRES", CLI_TO(def.max_threshold),
         "where the search for a threshold ends (default: 0.2 of a person, by size)", 0, 1000},
        {"slip", "METRES", CLI_TO(def.max_slip),
         "how far a standing foot may slide (default: 0.02 of a person, by size)", 0, 1000},
        {"unlike", "FRAMES", CLI_TO(def.unlike),
         "frames of a transition in which other feet may stand (default: 0; games: 2 to 6)", 0,
         1000},
        {"window", "FRAMES", CLI_TO(def.window), "frames compared and blended (default: 6)", 2,
         1000},
        {"rate", "HZ", CLI_TO(def.rate), "frames a second of the graph (default: 30)", 1, 1000},
        {"interpolate", "FRAMES", CLI_TO(def.made_frames),
         "add interpolated steps, at most so many frames (default: 0)", 0, 1000000},
        {"any", NULL, CLI_TO(any),
         "accept a graph that stays on the spot although clips go somewhere: else it is written "
         "and the exit code is 1"},
    };
    CLI_PARSE(options, "graph build", "CLIP|STORE... --out GRAPH [options]",
              "A motion graph from clips of one character: where two clips are alike, one can\n"
              "pass into the other. What can be walked without end is kept, the rest is\n"
              "reported. Of files with several clips all are taken; a store (.db) is searched\n"
              "by --tag, --name and --where.",
              "  caper graph build walk.clip.json run.clip.json --mirror --out g.graph.json\n"
              "  caper graph build captures/*.bvh --onto performer --mirror --out g.graph.json\n"
              "  caper graph build wolf.glb --travel --mirror --out wolf.graph.json\n"
              "  caper graph build moves.db --tag walk --interpolate 2000 --out g.graph.json");
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
        def.pool = pool;
        graph = caper_graph_create(&def, &error);
        good = graph && caper_graph_save(graph, out, &error);
        caper_job_pool_destroy(pool);
    }
    if (good) {
        cli_wrote(out, "%d clips, %d bodies", heap.count, heap.character->body_count);
        stuck = !any && graph_heap_is_stuck(&heap, graph);
        caper_text text = cli_text();
        caper_text_printf(&text, "%s: ", out);
        caper_graph_describe(graph, false, &text);
        cli_answer(true, false, NULL, &text, &error);
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

int graph_info(int argc, char **argv)
{
    const char *dot = NULL, *svg = NULL;
    bool json = false;
    const cli_option options[] = {
        {"dot", "FILE", CLI_TO(dot), "write the graph for Graphviz"},
        {"svg", "FILE", CLI_TO(svg), "draw it: a line for each clip, an arc a transition"},
        {"json", NULL, CLI_TO(json), "print JSON"},
    };
    CLI_PARSE(options, "graph info", "GRAPH [--dot FILE] [--svg FILE] [--json]",
              "What is in a graph, as figures and as drawings.",
              "  caper graph info people.graph.json --svg people.svg");
    caper_error error = {0};
    caper_graph *graph = caper_graph_load(argv[0], NULL, &error);
    bool good = graph && save_drawing(graph, dot, caper_graph_draw_dot, &error) &&
                save_drawing(graph, svg, caper_graph_draw_svg, &error);
    caper_json_writer writer = cli_json_object();
    caper_text text = cli_text();
    if (good) {
        caper_text_printf(&text, "%s: ", argv[0]);
        caper_graph_describe(graph, true, &text);
        caper_graph_summarize(graph, &writer);
    }
    caper_graph_destroy(graph);
    return cli_answer(good, json, &writer, &text, &error);
}
