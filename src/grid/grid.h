// SPDX-License-Identifier: MIT
//
// What the files of room `grid` share.
#ifndef CAPER_SRC_GRID_GRID_H
#define CAPER_SRC_GRID_GRID_H

#include "caper/grid.h"

#include "base/utf8.h"

#include <stdio.h>

/// Bytes of one line of results at most.
#define CAPERI_GRID_LINE ((size_t)1 << 16)

/// Make and judge one pair.
void caperi_grid_judge(const caper_grid_job *job, const char *name, const caper_grid_body *body,
                       const caper_grid_act *act, int variant, caper_grid_item *item);

/// The seed of a pair: its names and the seed of the run.
uint64_t caperi_grid_seed(const caper_grid_job *job, const char *body, const char *act);

/// The first line of a file of results: what all its pairs have in common.
void caperi_grid_head(const caper_grid_job *job, caper_text *line);

/// Is a line one that begins a file of results? False without an error otherwise.
bool caperi_grid_is_head(const char *text, size_t size);

/// One line of a file, without its end; `line` is cleared first. False at the end of the file, for
/// a last line that was cut off, and for one that is too long; `end` then tells where it begins.
bool caperi_grid_line(FILE *file, caper_text *line, long *end);

/// Order of two items: by body, act and variant, numbers in names by their value.
int caperi_grid_compare(const caper_grid_item *a, const caper_grid_item *b);

/// The page's style and script, as lines.
extern const char *const caperi_grid_style[];
extern const char *const caperi_grid_script[];

#endif
