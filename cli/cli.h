// SPDX-License-Identifier: MIT
// What the verbs of the command share: exit codes, options, loading by name, progress.
#ifndef CAPER_CLI_H
#define CAPER_CLI_H

#include "caper/actor.h"
#include "caper/base.h"
#include "caper/character.h"
#include "caper/clip.h"
#include "caper/formats.h"
#include "caper/motion.h"
#include "caper/person.h"
#include "caper/world.h"

#include <stdio.h>

enum {
    CLI_GOOD = 0,
    CLI_NO = 1,         // the answer is "no": a check failed
    CLI_BAD = 2,        // bad usage or bad input
    CLI_TRY_AGAIN = 75, // a later try may succeed
};

// --- verbs -------------------------------------------------------------------------------------

typedef struct cli_verb {
    const char *name;
    const char *summary; // one line for the help
    int (*run)(int argc, char **argv);
    const char *needs; // what a build lacks where `run` is NULL
} cli_verb;

// Verbs that are chosen by the first argument.
typedef struct cli_group {
    const char *name; // "caper graph"
    const char *about;
    const cli_verb *verbs;
    int count;
    const char *more; // of the help, below the verbs
} cli_group;
// Run the verb that argv[0] names, or print the help.
int cli_choose(const cli_group *group, int argc, char **argv);

int cmd_info(int argc, char **argv);
int cmd_convert(int argc, char **argv);
int cmd_play(int argc, char **argv);
int cmd_retarget(int argc, char **argv);
int cmd_puppet(int argc, char **argv);
int cmd_walk(int argc, char **argv);
int cmd_gait(int argc, char **argv);
int cmd_stride(int argc, char **argv);
int cmd_synth(int argc, char **argv);
int cmd_simulate(int argc, char **argv);
int cmd_render(int argc, char **argv);
int cmd_check(int argc, char **argv);
int cmd_grid(int argc, char **argv);
int cmd_generalize(int argc, char **argv);
int cmd_graph(int argc, char **argv);
int cmd_studio(int argc, char **argv);
int cmd_store(int argc, char **argv);
int cmd_bench(int argc, char **argv);
int cmd_demo(int argc, char **argv);

// --- options -----------------------------------------------------------------------------------

typedef enum cli_option_kind {
    CLI_FLAG,   // bool *
    CLI_TEXT,   // const char **
    CLI_INT,    // int *
    CLI_FLOAT,  // float *
    CLI_NUMBER, // double *
    CLI_CHOICE, // that of an enum: which of some words
} cli_option_kind;

// Where an option goes, whose type says what it takes.
#define CLI_TO(variable)                                                                           \
    _Generic(&(variable), bool *                                                                   \
             : CLI_FLAG, const char **                                                             \
             : CLI_TEXT, int *                                                                     \
             : CLI_INT, float *                                                                    \
             : CLI_FLOAT, double *                                                                 \
             : CLI_NUMBER, unsigned *                                                              \
             : CLI_CHOICE),                                                                        \
        &(variable)

typedef struct cli_option {
    const char *name;  // without the dashes
    const char *value; // what the value is called in the help; NULL for flags
    cli_option_kind kind;
    void *out;
    const char *help;
    double least, most;                                  // of a number that is given; both 0: any
    float scale;                                         // of a float: its unit; 0: 1
    const char *(*word)(int);                            // of a choice: each of its words,
    int count;                                           // and how many there are
    const char *ending;                                  // that a path must have; NULL: any
    bool (*check)(const char *text, caper_error *error); // of a text; NULL: any will do
    const char *with;    // another option that must be given too; NULL: none
    const char *without; // another one that must not
} cli_option;
// Rows leave out what they do not have.
#pragma GCC diagnostic ignored "-Wmissing-field-initializers"
// The words of an enum, as a choice takes them.
#define CLI_WORDS(function, name_of, type)                                                         \
    static const char *function(int i)                                                             \
    {                                                                                              \
        return name_of((type)i);                                                                   \
    }

typedef struct cli_usage {
    const char *verb;
    // What it takes, as the help shows it, one way a line: "CLIP... --onto CHARACTER [options]".
    // Words in capitals are arguments, with dots one or more of them; small ones stand for
    // themselves. What is in brackets may be left out, all else must be given.
    const char *line;
    const char *text;    // what it does
    const char *example; // one or more command lines
    const cli_option *options;
    int option_count;
} cli_usage;

// Take the options out of argv; what is left are the arguments. Returns CLI_GOOD, or -1 after
// --help (printed to stdout), or CLI_BAD after a message. `--` ends options; `--name=value` works
// too.
int cli_parse(const cli_usage *usage, int *argc, char **argv);
// The same in a verb, which ends where there is nothing to do: the table of its options, its name,
// usage lines, text and example.
#define CLI_PARSE(options, verb, line, text, example)                                              \
    do {                                                                                           \
        const cli_usage usage = {verb, line, text, example, options, CAPER_COUNT_OF(options)};     \
        int parsed = cli_parse(&usage, &argc, argv);                                               \
        if (parsed != CLI_GOOD) {                                                                  \
            return parsed < 0 ? CLI_GOOD : parsed;                                                 \
        }                                                                                          \
    } while (0)
// Numbers parted by `separator`, at most `most`, none beyond a billion: how many, or -1.
int cli_numbers(const char *text, char separator, double *out, int most);
// "X,Z" or "X,Z,YAW" of --at, metres and degrees; NULL: the origin. False with an error.
bool cli_place(const char *text, caper_root *root, caper_error *error);
// "2/4", the second of four parts, as shard 1 of 4; NULL is shard 0 of 1. CLI_GOOD or CLI_BAD.
int cli_shard(const char *text, int *shard, int *count);
// Whose messages and progress follow; NULL: of no verb.
void cli_set_verb(const char *verb);
const char *cli_verb_now(void); // "" of none
// One sentence on stderr, "caper VERB: ...", and CLI_BAD.
int cli_fail(const char *format, ...) CAPER_PRINTF(1, 2);
// Which of some words a mistyped one most likely stands for; NULL when none is near.
const char *cli_closest(const char *word, const char *const *words, int count);
// The same of the shipped files of a folder, without their ending. False (and "") when none is.
bool cli_closest_data(const char *name, const char *folder, const char *ending, char *near,
                      size_t size);
// The file of a shipped character, world or motion. False when none has that name.
bool cli_find_shipped(const char *name, char *path, size_t size);
// Where something of that kind ("scene") is: a file of that name, or one that ships in a folder of
// the data. False with an error that names what is near.
bool cli_find(const char *name, const char *folder, const char *ending, const char *kind,
              char *path, size_t size, caper_error *error);
// The error's text on stderr, and CLI_BAD.
int cli_error(const caper_error *error);
// The same for what was asked of inputs that were read: a body that cannot do it is an answer, and
// the exit code 1.
int cli_refusal(const caper_error *error);

// --- assets ------------------------------------------------------------------------------------

typedef struct cli_asset {
    caper_asset_kind kind;
    caper_character
        *character;   // also for a clip: the shipped one of its skeleton, or one tagged from it
    caper_clip *clip; // the one asked for
    caper_clip *const *clips; // all of them
    int clip_count;
    caper_world *world;
    caper_motion *motion;
    caper_import *import; // owns character and clips when it is there
    const caper_map *map; // given, beside the file (its caps are in the character), or its own
    caper_map *own_map;   // the same, if it is to be freed
    bool tagged;          // the character was inferred
    caper_tagging tagging;
    caper_warnings warnings; // what the reader thought odd
} cli_asset;

// How to read a foreign file; the same options for every verb that reads one.
typedef struct cli_reading {
    const char *clip;     // name or number of the clip to take; NULL: the first
    caper_up_axis up;     // CAPER_UP_AUTO: detected
    const char *skeleton; // the ASF of an AMC; NULL: found beside it
    const char *floor;    // "auto", or metres above the origin of the file; NULL: detected
    const char *map;      // a .map.json; NULL: the one beside the file, if there is one
    double unit;          // metres; 0: detected
    double rate;          // frames a second where the file does not say; 0: the format's habit
    double transforms;    // most of all clips together; 0: the default of the library
} cli_reading;

// Rows for the option table of a verb that takes the characters of foreign files alone.
#define CLI_SPACE_OPTIONS(reading)                                                                 \
    {"unit", "METRES", CLI_TO((reading).unit), "length of a unit (default: detected)", 1e-9, 1e9}, \
        {"up",                                                                                     \
         "y|z|x",                                                                                  \
         CLI_TO((reading).up),                                                                     \
         "up axis of the file (default: detected)",                                                \
         .word = cli_up_word,                                                                      \
         .count = CAPER_UP_COUNT},                                                                 \
        {"max-transforms",                                                                         \
         "N",                                                                                      \
         CLI_TO((reading).transforms),                                                             \
         "most frames times bodies of a small file (default: 4194304)",                            \
         1,                                                                                        \
         2e9},                                                                                     \
    {                                                                                              \
        "floor", "auto|Y", CLI_TO((reading).floor),                                                \
            "height of the floor in the file, metres (default: auto)", .check = cli_check_floor    \
    }
// Rows for the option table of a verb that reads foreign files.
#define CLI_READING_OPTIONS(reading)                                                               \
    {"clip", "NAME|N", CLI_TO((reading).clip), "which clip of the file (default: the first)"},     \
        CLI_SPACE_OPTIONS(reading),                                                                \
        {"skeleton", "ASF", CLI_TO((reading).skeleton), "skeleton file of an AMC"},                \
    {                                                                                              \
        "file-rate", "HZ", CLI_TO((reading).rate), "frame rate where the file has none", 1e-3, 1e6 \
    }

// The same, and whose file it is.
#define CLI_CLIP_OPTIONS(reading) CLI_READING_OPTIONS(reading), CLI_MAP_OPTION(reading)
// Rows of a verb that loads a character.
#define CLI_BODY_OPTIONS(reading) CLI_SPACE_OPTIONS(reading), CLI_MAP_OPTION(reading)

// The row of every verb that loads a character.
#define CLI_MAP_OPTION(reading)                                                                    \
    {                                                                                              \
        "map", "FILE", CLI_TO((reading).map),                                                      \
            "which body is which part: a .map.json (default: NAME.map.json beside NAME.glb)"       \
    }
// The same of the character that a clip is put onto.
#define CLI_ONTO_MAP_OPTION(reading)                                                               \
    {                                                                                              \
        "onto-map", "FILE", CLI_TO((reading).map), "the same for the character of --onto"          \
    }

// Load whatever a name stands for: a file of ours (told apart by its "caper" member), a foreign
// file, the name of a character, world or motion that ships with Caper ("dog"), or
// "random:SEED[,DIFFICULTY]". `reading` may be NULL.
bool cli_load(const char *name, const cli_reading *reading, cli_asset *asset, caper_error *error);
// The same, but it must be of that kind; a foreign file may give a character or a clip. No name: no
// asset, which is fine.
bool cli_load_kind(const char *name, caper_asset_kind kind, const cli_reading *reading,
                   cli_asset *asset, caper_error *error);
// A character that is to move: as cli_load_kind, and a foreign one in a natural rest pose; the
// options of its reading must apply to it. What the reader thought odd is told on stderr, and where
// what its bodies are is uncertain.
bool cli_load_actor(const char *name, const cli_reading *reading, cli_asset *asset,
                    caper_error *error);
// The rest pose that a foreign character is moved from, in place of that of its file: nobody stands
// in a T. The asset stays good to unload where it fails.
bool cli_take_rest(cli_asset *asset, caper_error *error);
// A clip that a verb goes by, as its options say, which must apply to it; what the reader thought
// odd is told. `out`, where it goes, must not be its own file; NULL: nowhere.
bool cli_load_clip(const char *name, const cli_reading *reading, const char *out, cli_asset *asset,
                   caper_error *error);
// A world, scaled as cli_scale_world does.
bool cli_load_world(const char *name, const char *scale, const caper_character *character,
                    cli_asset *asset, caper_error *error);
void cli_unload(cli_asset *asset);
// Several of them.
void cli_unload_all(cli_asset *const *assets, int count);
#define CLI_UNLOAD(...)                                                                            \
    cli_unload_all((cli_asset *const[]){__VA_ARGS__},                                              \
                   CAPER_COUNT_OF(((cli_asset *const[]){__VA_ARGS__})))
// Assets by name, each loaded once. Zero it first.
typedef struct cli_shelf {
    struct cli_shelf_item *items;
} cli_shelf;
// The asset of that name and kind, as cli_load_kind gives it, loaded when it is asked for the first
// time; NULL with an error.
const cli_asset *cli_shelf_get(cli_shelf *shelf, const char *name, caper_asset_kind kind,
                               caper_error *error);
// The one that is there by that name, whatever its kind; NULL without.
const cli_asset *cli_shelf_find(const cli_shelf *shelf, const char *name);
// Put one there, loaded by other means; false, and not taken, without memory.
bool cli_shelf_put(cli_shelf *shelf, const char *name, const cli_asset *asset, caper_error *error);
void cli_shelf_free(cli_shelf *shelf);
// The import that a loaded character came from; NULL for one of our own files or of no file.
const caper_import *cli_import_of(const caper_character *character);
// Scale a loaded world about its origin: by a number, or by "auto" to a character, so that it is to
// its legs what it was to those of a person (without legs: to its size). `text` NULL: nothing to
// do. Refused: no world, other text, auto without a character.
bool cli_scale_world(cli_asset *world, const char *text, const caper_character *character,
                     caper_error *error);
// The row of the option table that goes with it.
#define CLI_WORLD_SCALE_OPTION(text)                                                               \
    {                                                                                              \
        "world-scale", "S|auto", CLI_TO(text),                                                     \
            "the world S times as large, auto: to the body (default: 1)"                           \
    }
// Is a clip of ours played on a body inferred from its skeleton? The character that it was made on
// would be better, if it is in a file. `on`: what was given, or NULL.
bool cli_is_guess(const cli_asset *clip, const caper_character *on);
// Are its boxes in no file? Skins and robots have shapes of their own.
bool cli_boxes_are_guessed(const cli_asset *asset);
// What is to be said of a body that is a guess.
#define CLI_GUESS                                                                                  \
    "a body inferred from the clip (limits of elbows and knees alone: give --on FILE for all)"
// A word on stderr where a world is made to the measure of a guess: its scale is "auto".
void cli_warn_guessed_scale(const char *name, const char *scale);
// Do the options of `reading` say anything about what was loaded? Else nobody should wait for what
// they would have done: those about a foreign file's border, and --clip where there is none.
bool cli_reading_applies(const char *name, const cli_reading *reading, const cli_asset *asset,
                         caper_error *error);
// Is a skeleton that of a shipped character, to the rest pose? Its clips are drawn on that.
bool cli_is_shipped(const caper_skeleton *skeleton);
// That shipped character. NULL: nobody's, or with an error when there was no memory to find out.
caper_character *cli_whose_skeleton(const caper_skeleton *skeleton, caper_error *error);
// Is a clip of `in`, which came from `path`, one of this character, and of its size? A clip of a
// file that has other bodies beside the same names is put on the character: in->clip is that one
// then, with a word on stderr.
bool cli_clip_fits(cli_asset *in, const caper_clip *clip, const caper_character *character,
                   const char *path, caper_error *error);
// May `out` be written when `in` was read? Not when they are one file: a clip cannot be had back.
bool cli_spares_input(const char *in, const char *out, caper_error *error);
// An output that was written before another one of the same command: what it held before is kept
// until that one is there too.
typedef struct cli_aside {
    char *path, *old; // old: NULL, there was none
} cli_aside;
// Call it before the first is written, then one of the others. `path` NULL: there is none. False
// with an error.
bool cli_set_aside(cli_aside *aside, const char *path, caper_error *error);
void cli_put_back(cli_aside *aside); // the other could not be written
void cli_let_go(cli_aside *aside);   // it was
// A path without its folders.
const char *cli_file_name(const char *path);
// The same without its ending, of files of ours without both; other dots are part of the name:
// v1.2.clip.json is v1.2.
void cli_plain_name(const char *path, char *out, size_t size);
// Does a path end so, behind a name?
bool cli_ends_with(const char *path, const char *ending);
// The same, refused with an error where it does not.
bool cli_output_path(const char *path, const char *ending, caper_error *error);
// Does a path end in .motion.json?
bool cli_motion_path(const char *path, caper_error *error);
// "auto" (NAN) or a finite number of metres; NULL is auto.
bool cli_parse_floor(const char *text, float *floor);
bool cli_check_floor(const char *text, caper_error *error);
// "auto", "y", "z", "x".
const char *cli_up_word(int up);
// What the reader thought odd, on stderr: for verbs that do not list it as info does.
void cli_print_warnings(const char *name, const cli_asset *asset);
// Are the clips of the file that is written again to stay in it, before the new ones?
extern bool cli_append;
// The row of the option table that goes with it.
#define CLI_APPEND_OPTION                                                                          \
    {                                                                                              \
        "append", NULL, CLI_TO(cli_append),                                                        \
            "keep the clips of the character's file beside the new one (.glb .gltf .vrm)"          \
    }
// caper_export_save, with a warning on stderr of what could not be kept.
bool cli_export(caper_export_job *job, const char *path, caper_error *error);
// Path of a file that ships with Caper (characters/dog.character.json); false when there is no
// data.
bool cli_data_path(const char *relative, char *out, size_t size);
// Sorted paths of the files below a folder of the shipped data that end in `suffix`; free with
// cli_free_paths. Returns how many.
int cli_data_list(const char *folder, const char *suffix, char ***paths);
void cli_free_paths(char **paths, int count);

// Draw a character, beside it what its bodies are taken for, and how it rests (render_clips.c);
// refused where the build has no renderer.
bool cli_draw_rig(const cli_asset *asset, const char *path, caper_error *error);

// --- terminal ----------------------------------------------------------------------------------

// A bar on a terminal, plain lines elsewhere, on stderr: nothing in the first second, then every
// 10 %, and every second as long as somebody reports (off a terminal: every ten after the first
// ten). There is one bar for the process: a second call resets it.
const caper_progress *cli_progress(void);

/// From now on Ctrl-C (or the end of the terminal) ends a show or a drive, not the command: what
/// was recorded is still written. Off: it ends the command again.
void cli_catch_interrupt(bool on);
/// Was it pressed since?
bool cli_interrupted(void);

// Print as printf does, but for control characters, which come out as \xNN: names come from files,
// and must not speak to the terminal. Line ends and tabs stay.
int cli_print(FILE *out, const char *format, ...) CAPER_PRINTF(2, 3);
int cli_print_va(FILE *out, const char *format, va_list args) CAPER_PRINTF(2, 0);
#define printf(...) cli_print(stdout, __VA_ARGS__) // so that nobody forgets

// One line on stderr for a file that was written: "wrote wave.glb: 90 frames, 21 bodies". Every
// verb that writes one says so by this.
void cli_wrote(const char *path, const char *format, ...) CAPER_PRINTF(2, 3);

// A writer for people to read, the same in an open object, and its text to stdout, which closes the
// object and frees the writer; false with an error.
caper_json_writer cli_json(void);
caper_json_writer cli_json_object(void);
bool cli_print_json(caper_json_writer *writer, caper_error *error);
// An empty text for people.
caper_text cli_text(void);
// Was there memory for both? Ask before an output is written. False with an error.
bool cli_has_answer(const caper_json_writer *writer, const caper_text *text, caper_error *error);
// The one of them that was asked for to stdout, where it went well. Frees both (`writer` NULL: it
// has no JSON). False with an error, or when it did not go well.
bool cli_answered(bool good, bool json, caper_json_writer *writer, caper_text *text,
                  caper_error *error);
// The same as a verb ends, with the error on stderr; CLI_GOOD or CLI_BAD.
int cli_answer(bool good, bool json, caper_json_writer *writer, caper_text *text,
               caper_error *error);

#endif
