// SPDX-License-Identifier: MIT
// What the verbs of the command share: exit codes, options, loading by name, progress.
#ifndef CAPER_CLI_H
#define CAPER_CLI_H

#include "caper/base.h"
#include "caper/character.h"
#include "caper/clip.h"
#include "caper/world.h"

enum {
    CLI_GOOD = 0,
    CLI_NO = 1,         // the answer is "no": a check failed
    CLI_BAD = 2,        // bad usage or bad input
    CLI_TRY_AGAIN = 75, // a later try may succeed
};

// --- verbs -------------------------------------------------------------------------------------

typedef struct cli_verb {
    const char *name;
    const char *summary; // one line for `caper --help`
    int (*run)(int argc, char **argv);
} cli_verb;

int cmd_info(int argc, char **argv);
int cmd_check(int argc, char **argv);
int cmd_bench(int argc, char **argv);
int cmd_demo(int argc, char **argv);

// --- options -----------------------------------------------------------------------------------

typedef enum cli_option_kind {
    CLI_FLAG,   // bool *
    CLI_TEXT,   // const char **
    CLI_INT,    // int *
    CLI_NUMBER, // double *
} cli_option_kind;

typedef struct cli_option {
    const char *name;  // without the dashes
    const char *value; // what the value is called in the help; NULL for flags
    cli_option_kind kind;
    void *out;
    const char *help;
} cli_option;

typedef struct cli_usage {
    const char *verb;
    const char *arguments; // "FILE... [options]"
    const char *text;      // what it does
    const char *example;   // one or more command lines
    const cli_option *options;
    int option_count;
} cli_usage;

// Take the options out of argv; what is left are the arguments. Returns CLI_GOOD, or -1 after
// --help (printed to stdout), or CLI_BAD after a message. `--` ends options; `--name=value` works
// too.
int cli_parse(const cli_usage *usage, int *argc, char **argv);
// One sentence on stderr, "caper VERB: ...", and CLI_BAD.
int cli_fail(const char *verb, const char *format, ...) CAPER_PRINTF(2, 3);
// The error's text on stderr, and CLI_BAD.
int cli_error(const caper_error *error);

// --- assets ------------------------------------------------------------------------------------

typedef enum cli_asset_kind {
    CLI_ASSET_NONE,
    CLI_ASSET_CHARACTER,
    CLI_ASSET_CLIP,
    CLI_ASSET_WORLD,
} cli_asset_kind;

typedef struct cli_asset {
    cli_asset_kind kind;
    caper_character *character; // also for a clip: the character tagged from its skeleton
    caper_clip *clip;
    caper_world *world;
    bool tagged;             // the character was inferred
    caper_tagging tagging;   // how
    caper_warnings warnings; // what the reader thought odd
} cli_asset;

// Load whatever a name stands for: a file of ours (told apart by its "caper" member), the name of a
// character or world that ships with Caper ("dog"), or "random:SEED[,DIFFICULTY]".
bool cli_load(const char *name, cli_asset *asset, caper_error *error);
void cli_unload(cli_asset *asset);
// Path of a file that ships with Caper (characters/dog.character.json); false when there is no
// data.
bool cli_data_path(const char *relative, char *out, size_t size);
// Sorted paths of the files below a folder of the shipped data that end in `suffix`; free with
// cli_free_paths. Returns how many.
int cli_data_list(const char *folder, const char *suffix, char ***paths);
void cli_free_paths(char **paths, int count);

// --- terminal ----------------------------------------------------------------------------------

// A bar on a terminal, a plain line every 10 % elsewhere, on stderr.
typedef struct cli_bar {
    const char *verb;
    int last;
} cli_bar;
caper_progress cli_progress(cli_bar *bar, const char *verb);

// The writer's text to stdout; CLI_GOOD or CLI_BAD.
int cli_print_json(caper_json_writer *writer);

#endif
