// SPDX-License-Identifier: MIT
//
// caper graph drive: somebody goes where keys tell him, along a graph or by matching its clips.
// Keys come from the terminal while it runs, or from a script. What was driven becomes a clip or a
// film.
#include "graph_keys.h"
#include "graph_verbs.h"
#include "record.h"

#include <math.h>

enum {
    BY_MATCH,
    BY_GRAPH,
    BY_COUNT
};

static const char *by_word(int by)
{
    return by == BY_MATCH ? "match" : "graph";
}

typedef struct drive_options {
    const char *graph, *out, *on, *onto, *keys;
    int by;
    double seconds, rate, walk, run;
    cli_reading reading; // of onto
} drive_options;

// Who sits at the keys, and what is told about the ride.
typedef struct ride {
    graph_keys *keys;
    caper_root last;
    bool started;
    float way;
} ride;

static bool command(void *user, caper_actor *actor, float time, caper_graph_command *command)
{
    ride *r = user;
    caper_root root = caper_actor_root(actor);
    if (r->started) {
        r->way += hypotf(root.x - r->last.x, root.z - r->last.z);
    }
    r->started = true;
    r->last = root;
    return graph_keys_update(r->keys, actor, time, command);
}

// --- what the clips cannot do --------------------------------------------------------------------

#define STEP 0.5f // seconds, about a step of a person: speeds are means over so much
#define SHORT                                                                                      \
    0.1f // of the speed asked for: what is missing and nobody sees (McKee 1981: 5 to 10 %)

// Metres a second of what can be played.
typedef struct pace {
    float slowest, fastest;
} pace;

static void add_piece(pace *p, const caper_clip *clip, float from, float to)
{
    float step = caper_min(STEP, to - from);
    int count = step > 0 ? 1 + (int)((to - from - step) * clip->rate) : 0;
    for (int i = 0; i < count; i++) {
        float time = from + (float)i / clip->rate;
        caper_root a = caper_clip_sample_root(clip, time);
        caper_root b = caper_clip_sample_root(clip, time + step);
        float speed = hypotf(b.x - a.x, b.z - a.z) / step;
        p->slowest = caper_min(p->slowest, speed);
        p->fastest = caper_max(p->fastest, speed);
    }
}

// The node that follows one in its clip, with nothing cut out between them; else the node itself.
static int next_in_clip(const caper_graph *g, int node)
{
    const caper_graph_node *n = &g->nodes[node];
    const caper_graph_edge *goes = &g->edges[n->first_edge];
    return n->edge_count > 0 && goes->transition < 0 && goes->to > node ? goes->to : node;
}

// Matching plays whole clips, a graph what it kept of them.
static pace pace_of(const caper_graph *g, bool matching)
{
    pace p = {INFINITY, 0};
    for (int i = 0; matching && i < g->clip_count; i++) {
        add_piece(&p, g->clips[i], 0, g->clips[i]->duration);
    }
    for (int i = 0; !matching && i < g->node_count; i++) {
        int first = i;
        for (int next = next_in_clip(g, i); next > i; next = next_in_clip(g, i)) {
            i = next;
        }
        add_piece(&p, g->clips[g->nodes[first].clip], (float)g->nodes[first].frame / g->rate,
                  (float)g->nodes[i].frame / g->rate);
    }
    return p;
}

// Keys that nobody could obey. A stop is none where what comes nearest is nearer to a walk.
static void warn_deaf(const caper_graph *graph, const drive_options *o, const graph_keys *keys)
{
    pace p = pace_of(graph, o->by == BY_MATCH);
    if (p.fastest < (1 - SHORT) * keys->fastest) {
        fprintf(
            stderr,
            "warning: %s: nothing in this graph is faster than %.2g m/s, and %.3g were asked for\n",
            o->graph, (double)p.fastest, (double)keys->fastest);
    }
    if (keys->stopped && p.slowest > (float)o->walk / 2) {
        fprintf(stderr, "warning: %s: nothing in this graph stands: the slowest goes at %.2g m/s\n",
                o->graph, (double)p.slowest);
    }
}

// -------------------------------------------------------------------------------------------------

static bool drive(const caper_graph *graph, const drive_options *o, graph_keys *keys,
                  caper_error *error)
{
    cli_asset on, onto = {0};
    ride r = {.keys = keys};
    bool good = graph_whose(graph, o->graph, o->on, &on, error) &&
                cli_load_actor(o->onto, &o->reading, &onto, error);
    graph_act act = {.graph = graph,
                     .character = on.character,
                     .onto = o->onto ? &onto : NULL,
                     .matching = o->by == BY_MATCH,
                     .rate = (float)o->rate,
                     .seconds = (float)o->seconds,
                     .command = command,
                     .user = &r};
    caper_clip *clip = good && graph_keys_open(keys, error) ? graph_act_record(&act, error) : NULL;
    graph_keys_close(keys);
    good = clip != NULL;
    if (good && o->out) {
        good = cli_write_clip(clip, o->onto ? onto.character : on.character, NULL, o->out, error);
    }
    if (good) {
        cli_print(stdout, "%s%s%.2f s by %s: %d keys, %d transitions, %.1f m\n",
                  o->out ? o->out : "", o->out ? ": " : "", (double)clip->duration, by_word(o->by),
                  graph_keys_count(keys), act.transitions, (double)r.way);
        warn_deaf(graph, o, keys);
    }
    caper_clip_destroy(clip);
    cli_unload(&on);
    cli_unload(&onto);
    return good;
}

int graph_drive(int argc, char **argv)
{
    drive_options o = {.rate = 60, .walk = 1.3, .run = 3};
    const cli_option options[] = {
        {"by", "HOW", CLI_TO(o.by),
         "match (default): the nearest frame of all clips; graph: the graph's edges",
         .word = by_word, .count = BY_COUNT},
        {"keys", "SCRIPT", CLI_TO(o.keys),
         "keys and seconds between them, such as \"w 3 d 2 r 2 x\" (default: from the terminal)"},
        CLI_OUT_OPTION(o.out),
        {"seconds", "S", CLI_TO(o.seconds), "how long at most (default: the script; 600 by hand)",
         0, 36000},
        {"walk", "V", CLI_TO(o.walk), "m/s of a walk (default: 1.3)", 0.01, 100},
        {"run", "V", CLI_TO(o.run), "m/s of a run (default: 3)", 0.01, 100},
        {"rate", "HZ", CLI_TO(o.rate), "frames a second (default: 60)", 1, 1000},
        {"on", "CHARACTER", CLI_TO(o.on),
         "whose clips the graph is made of (default: as its file says)"},
        {"onto", "CHARACTER", CLI_TO(o.onto), "put a person's graph on another character, live"},
        CLI_ONTO_MAP_OPTION(o.reading),
    };
    CLI_PARSE(options, "graph drive", "GRAPH [--out FILE] [options]",
              "Drive a character with the keyboard. Keys: w walk, r run, x or space stop, a and d\n"
              "turn by 45 degrees to the left and right, s turn round, q end. In a terminal the\n"
              "arrows do as well, and what happens is drawn there.",
              "  caper graph drive people.graph.json\n"
              "  caper graph drive people.graph.json --keys \"w 3 d 2 r 3 a 2 x 2\" --out "
              "film.mp4");
    caper_error error = {0};
    o.graph = argv[0];
    graph_keys keys = graph_keys_make(o.keys, (float)o.walk, (float)o.run);
    float scripted = 0;
    bool good = !o.keys || graph_keys_check(o.keys, &scripted, &error);
    o.seconds = o.seconds > 0 ? o.seconds : o.keys ? (double)scripted : 600;
    caper_graph *graph = good ? caper_graph_load(argv[0], NULL, &error) : NULL;
    good = graph && drive(graph, &o, &keys, &error);
    caper_graph_destroy(graph);
    return good ? CLI_GOOD : cli_error(&error);
}
