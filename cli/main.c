// SPDX-License-Identifier: MIT
// The `caper` command: finds the verb and hands over. Names, exit codes and --json members are a
// contract; each verb lives in a file of its own.
#include "cli.h"

#include <stdio.h>
#include <string.h>

static const cli_verb verbs[] = {
    {"demo", "what Caper does, in one minute: pictures and a report in ./caper-demo", cmd_demo},
    {"info", "what is in a file: bodies, caps, legs, clips, units", cmd_info},
    {"convert", "from one file format to another", cmd_convert},
    {"play", "an authored motion on any character", cmd_play},
    {"retarget", "a clip of one body onto another", cmd_retarget},
    {"puppet", "a performer's motion on a character of other proportions", cmd_puppet},
    {"walk", "a synthesized gait on any character", cmd_walk},
    {"gait", "gait styles learned from captures and animators' clips", cmd_gait},
    {"stride", "a clip goes by its feet, up and down stairs", cmd_stride},
    {"synth", "new motions from a description of what the body must do", cmd_synth},
    {"simulate", "physics scenes: characters that hit, stagger, fall and get up", cmd_simulate},
    {"render", "picture, film strip or film, headless", cmd_render},
    {"check", "judge a clip: metrics and a verdict; exit 1 when it fails", cmd_check},
    {"grid", "every motion on every body, judged: a page and numbers", cmd_grid},
    {"generalize", "turn a clip into a motion for any body", cmd_generalize},
    {"graph", "motion graphs: build, info, map, walk, drive", cmd_graph},
    {"store", "a library of clips in one file: import, list, export, check", cmd_store},
    {"studio", "the desktop studio: author once, watch it on every body", cmd_studio},
    {"bench", "benchmarks, each beside its baseline", cmd_bench},
};

static void print_help(FILE *out)
{
    fprintf(out, "caper %s: one motion, any body\n\nusage: caper VERB ...\n\n", caper_version());
    for (int i = 0; i < CAPER_COUNT_OF(verbs); i++) {
        fprintf(out, "  %-10s %s\n", verbs[i].name, verbs[i].summary);
    }
    fprintf(out,
            "\n  caper VERB --help   options of a verb, with an example\n"
            "  caper --version     the version\n\n"
            "Where a character or a world is asked for, the name of one that ships with Caper\n"
            "will do (caper info --list); set CAPER_DATA to use another data folder.\n"
            "Answers go to stdout; what was written, and all that is said on the way, to stderr.\n"
            "Exit codes: 0 good, 1 the answer is no, 2 bad usage or input, 75 try again.\n");
}

static const cli_verb *find_verb(const char *name)
{
    for (int i = 0; i < CAPER_COUNT_OF(verbs); i++) {
        if (strcmp(name, verbs[i].name) == 0) {
            return &verbs[i];
        }
    }
    return NULL;
}

static int fail_unknown(const char *name)
{
    const char *names[CAPER_COUNT_OF(verbs)];
    for (int i = 0; i < CAPER_COUNT_OF(verbs); i++) {
        names[i] = verbs[i].name;
    }
    const char *near = cli_closest(name, names, CAPER_COUNT_OF(verbs));
    return near ? cli_fail(NULL, "'%s' is not a verb; did you mean %s?", name, near)
                : cli_fail(NULL, "'%s' is not a verb; see caper --help", name);
}

static int run(int argc, char **argv)
{
    const char *name = argv[1];
    bool help = strcmp(name, "help") == 0;
    if (help && argc > 2 && !find_verb(argv[2])) {
        return fail_unknown(argv[2]);
    }
    if (help && argc > 2) {
        char ask[] = "--help";
        char *arguments[] = {ask, NULL};
        return find_verb(argv[2])->run(1, arguments);
    }
    if (help || strcmp(name, "--help") == 0 || strcmp(name, "-h") == 0) {
        print_help(stdout);
        return CLI_GOOD;
    }
    if (strcmp(name, "--version") == 0) {
        printf("caper %s\n", caper_version());
        return CLI_GOOD;
    }
    const cli_verb *verb = find_verb(name);
    return verb ? verb->run(argc - 2, argv + 2) : fail_unknown(name);
}

int main(int argc, char **argv)
{
    if (argc < 2) {
        print_help(stderr);
        return CLI_BAD;
    }
    int code = run(argc, argv);
    // a full disk or a closed pipe behind stdout must not pass as success
    if (fflush(stdout) != 0 && code == CLI_GOOD) {
        return cli_fail(NULL, "could not write to standard output");
    }
    return code;
}
