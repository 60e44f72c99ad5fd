// SPDX-License-Identifier: MIT
// The `caper` command: finds the verb and hands over. Names, exit codes and --json members are a
// contract; each verb lives in a file of its own.
#include "cli.h"

#include <stdio.h>
#include <string.h>

#if !CAPER_SPACETIME
#define cmd_synth NULL
#endif
#if !CAPER_PHYSICS
#define cmd_simulate NULL
#endif
#if !CAPER_RENDER
#define cmd_render NULL
#endif
#if !CAPER_STORE
#define cmd_store NULL
#endif
#if !CAPER_BENCH
#define cmd_bench NULL
#endif

static const cli_verb verbs[] = {
    {"demo", "what Caper does, in one minute: pictures and a report in ./caper-demo", cmd_demo},
    {"info", "what is in a file: bodies, caps, legs, clips, units", cmd_info},
    {"convert", "from one file format to another", cmd_convert},
    {"play", "an authored motion on any character", cmd_play},
    {"retarget", "a clip of one body onto another", cmd_retarget},
    {"puppet", "a performer's motion on a character of other proportions", cmd_puppet},
    {"walk", "a synthesized gait on any character", cmd_walk},
    {"gait", "gait styles learned from captures and animators' clips", cmd_gait},
    {"stride", "a clip walked by its feet, up and down stairs", cmd_stride},
    {"synth", "new motions from a description of what the body must do", cmd_synth,
     "spacetime optimization: it needs IPOPT (Debian: coinor-libipopt-dev)"},
    {"simulate", "physics scenes: characters that hit, stagger, fall and get up", cmd_simulate,
     "physics: it needs ODE"},
    {"render", "picture, film strip or film, headless", cmd_render,
     "renderer: it needs libepoxy, EGL and stb"},
    {"check", "judge a clip: metrics and a verdict; exit 1 when it fails", cmd_check},
    {"grid", "every motion on every body, judged: a page and numbers", cmd_grid},
    {"generalize", "turn a clip into a motion for any body", cmd_generalize},
    {"graph", "motion graphs: build, info, map, walk, drive", cmd_graph},
    {"store", "a library of clips in one file: import, list, export, check", cmd_store,
     "store: it needs SQLite (Debian: libsqlite3-dev)"},
    {"studio", "the desktop studio: author once, watch it on every body", cmd_studio},
    {"bench", "benchmarks, each beside its baseline", cmd_bench,
     "benchmarks (CAPER_BUILD_BENCH is off)"},
};

static void print_help(const cli_group *group, FILE *out)
{
    fprintf(out, "%s\n\nusage: %s VERB ...\n\n", group->about, group->name);
    for (int i = 0; i < group->count; i++) {
        fprintf(out, "  %-10s %s\n", group->verbs[i].name, group->verbs[i].summary);
    }
    fprintf(out, "\n  %s VERB --help   options of a verb, with an example\n%s", group->name,
            group->more);
}

static bool is_help(const char *word)
{
    return strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0 || strcmp(word, "help") == 0;
}

int cli_choose(const cli_group *group, int argc, char **argv)
{
    char ask[] = "--help", *help[] = {ask, NULL};
    const char *names[32];
    CAPER_ASSERT(group->count <= CAPER_COUNT_OF(names));
    if (argc < 1 || (argc == 1 && is_help(argv[0]))) {
        print_help(group, argc < 1 ? stderr : stdout);
        return argc < 1 ? CLI_BAD : CLI_GOOD;
    }
    bool asks = is_help(argv[0]);
    const char *name = argv[asks];
    for (int i = 0; i < group->count; i++) {
        const cli_verb *verb = &group->verbs[i];
        names[i] = verb->name;
        if (strcmp(name, names[i]) == 0) {
            if (!verb->run && cli_verb_now()[0]) { // of a verb that has verbs
                return cli_fail("%s: this build has no %s", names[i], verb->needs);
            }
            cli_set_verb(names[i]);
            return !verb->run ? cli_fail("this build has no %s", verb->needs)
                   : asks     ? verb->run(1, help)
                              : verb->run(argc - 1, argv + 1);
        }
    }
    const char *near = cli_closest(name, names, group->count);
    return near ? cli_fail("'%s' is not a verb; did you mean %s?", name, near)
                : cli_fail("'%s' is not a verb; see %s --help", name, group->name);
}

int main(int argc, char **argv)
{
    char about[80];
    snprintf(about, sizeof about, "caper %s: one motion, any body", caper_version());
    const cli_group group = {
        "caper", about, verbs, CAPER_COUNT_OF(verbs),
        "  caper --version     the version\n\n"
        "Where a character or a world is asked for, the name of one that ships with Caper\n"
        "will do (caper info --list); set CAPER_DATA to use another data folder.\n"
        "Results go to stdout; the names of written files and all messages, to stderr.\n"
        "Exit codes: 0 good, 1 the answer is no, 2 bad usage or input, 75 try again.\n"};
    int code = CLI_GOOD;
    if (argc == 2 && strcmp(argv[1], "--version") == 0) {
        printf("caper %s\n", caper_version());
    } else {
        code = cli_choose(&group, argc - 1, argv + 1);
    }
    // a full disk or a closed pipe behind stdout must not pass as success
    if (fflush(stdout) != 0 && code == CLI_GOOD) {
        return cli_fail("could not write to standard output");
    }
    return code;
}
