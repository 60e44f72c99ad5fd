// SPDX-License-Identifier: MIT
// What the files of `caper grid` share.
#ifndef CAPER_CLI_GRID_H
#define CAPER_CLI_GRID_H

#include "cli.h"

#include "caper/grid.h"

#include <pthread.h>

// A row or column to be: what it is called and what to load.
typedef struct grid_name {
    char *name, *path;
} grid_name;

typedef struct grid_names {
    grid_name *list;
    int count;
} grid_names;

// Everything that a run needs, loaded by grid_open.
typedef struct grid_cast {
    grid_names bodies;
    const char **body_names;
    uint64_t *body_keys;
    grid_names files;  // of acts
    cli_asset *assets; // one for each of `files`
    cli_asset *worlds; // of grounds and walks
    uint64_t *world_keys;
    int world_count;
    caper_grid_act *acts;
    char **act_names, **problems;
    int act_count;
    pthread_mutex_t lock; // of loading
} grid_cast;

// What to run, as typed; NULL or 0: not given.
typedef struct grid_options {
    const char *motions, *captures, *walks, *characters, *methods, *places, *grounds, *froude;
    const char *out, *shard, *against, *title;
    int variants; // 0: the best, 1: all
    int random, seed, jobs, sheet;
    double pictures, rate, at_least, hunt, difficulty;
    bool json, strict;
} grid_options;

bool grid_open(grid_cast *c, const grid_options *o, caper_error *error);
void grid_close(grid_cast *c);
caper_grid_finder grid_finder(grid_cast *c);
// The run of all that was loaded.
caper_grid_job grid_job(grid_cast *c, const grid_options *o);
// Sorted files below a folder, or one file or name; commas part several.
bool grid_list(grid_names *names, const char *text, const char *const *endings, int ending_count,
               caper_error *error);
void grid_free_names(grid_names *names);

// The film strip of a pair about its failing frame (render_grid.c).
typedef struct grid_painter {
    grid_cast *cast;
    const caper_grid_job *job;
    struct caper_renderer *renderer;
    bool tried;
    char last[160]; // body that is loaded
    caper_grid_body body;
} grid_painter;
bool grid_paint(void *user, const caper_grid_item *item, caper_text *png);
// Pairs drawn by lot, half of them passing, without their verdicts, for an eye to judge; the
// answers go into a file beside.
bool grid_sheet(grid_painter *painter, const char *lines, int count, const char *folder,
                caper_error *error);
void grid_painter_close(grid_painter *painter);

#endif
