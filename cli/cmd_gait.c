// SPDX-License-Identifier: MIT
// caper gait: gait styles learned from clips.
#include "cli.h"

#include "caper/gait.h"

#include <string.h>

typedef struct learn_options {
    const char *out, *name;
    cli_reading reading;
} learn_options;

// The name of a style: that of its file without folder and ending.
static void style_name(const char *path, char *out, size_t size)
{
    const char *slash = strrchr(path, '/');
    snprintf(out, size, "%s", slash ? slash + 1 : path);
    out[strcspn(out, ".")] = 0;
}

static void print_figures(const char *name, const caper_gait_figures *f)
{
    const char *slash = strrchr(name, '/');
    fprintf(stderr,
            "%s: %.2f m/s (Fr %.2f), %d cycle%s of %.2f s, stride %.2f leg lengths, duty %.2f, "
            "lift %.2f, track %.2f\n",
            slash ? slash + 1 : name, (double)f->speed, (double)f->froude, f->cycle_count,
            f->cycle_count == 1 ? "" : "s", (double)f->cycle, (double)f->stride, (double)f->duty,
            (double)f->lift, (double)f->width);
}

static int learn(int count, char **names, const learn_options *o)
{
    caper_error error = {0};
    cli_asset *assets = caper_alloc_zero(NULL, (size_t)count * sizeof *assets, 16);
    caper_gait_example *examples = caper_alloc_zero(NULL, (size_t)count * sizeof *examples, 16);
    caper_gait_figures *figures = caper_alloc_zero(NULL, (size_t)count * sizeof *figures, 16);
    caper_gait_style style;
    char name[64];
    int result = CLI_BAD, loaded = 0;
    bool good = assets && examples && figures;
    for (; loaded < count && good; loaded++) {
        good = cli_load_clip(names[loaded], &o->reading, o->out, &assets[loaded], &error);
        examples[loaded].character = assets[loaded].character;
        examples[loaded].clip = assets[loaded].clip;
        examples[loaded].source = names[loaded];
    }
    style_name(o->name ? o->name : o->out, name, sizeof name);
    if (good && !caper_gait_learn(examples, count, name, &style, figures, &error)) {
        cli_error(&error);
        result = error.status == CAPER_ERROR_INVALID ? CLI_NO : CLI_BAD;
    } else if (good && caper_gait_style_save(&style, o->out, &error)) {
        for (int i = 0; i < count; i++) {
            print_figures(names[i], &figures[i]);
        }
        cli_wrote(o->out, "a style of %d clip%s", count, count == 1 ? "" : "s");
        fprintf(stderr, "to see it: caper walk dog --style %s --out dog.png\n", o->out);
        result = CLI_GOOD;
    } else {
        cli_error(&error);
    }
    for (int i = 0; i < loaded; i++) {
        cli_unload(&assets[i]);
    }
    caper_free(NULL, assets, (size_t)count * sizeof *assets);
    caper_free(NULL, examples, (size_t)count * sizeof *examples);
    caper_free(NULL, figures, (size_t)count * sizeof *figures);
    return result;
}

static int gait_learn(int argc, char **argv)
{
    learn_options o = {NULL, NULL, {0}};
    const cli_option options[] = {
        {"out", "STYLE", CLI_TEXT, &o.out, "the style to write: a .gait.json",
         .ending = ".gait.json"},
        {"name", "NAME", CLI_TEXT, &o.name, "what it is called (default: as the file)"},
        CLI_READING_OPTIONS(o.reading),
    };
    const cli_usage usage = {
        .verb = "gait learn",
        .arguments = "CLIP... --out STYLE.gait.json [options]",
        .text =
            "Learn a gait style from walks: captures that go straight on, or animators' loops,\n"
            "of any body. Cycles are cut, contacts found and speeds measured; what the walk\n"
            "does beyond our own at the same speed is the style, for caper walk --style on any\n"
            "body. Exit code 1, with the reason, where there is no gait to learn: no cycle, one\n"
            "leg, a way that turns, a wrong unit.",
        .example = "  caper gait learn zombie.bvh --out zombie.gait.json\n"
                   "  caper gait learn fox.glb --clip Walk --unit 0.01 --out fox.gait.json\n"
                   "  caper walk spider --style zombie.gait.json --out shamble.mp4",
        CLI_OPTIONS(options),
        .expects = "clips and --out STYLE.gait.json",
        .needs = "out",
        .least = 1,
        .most = -1,
    };
    CLI_PARSE(usage);
    return learn(argc, argv, &o);
}

int cmd_gait(int argc, char **argv)
{
    bool help = argc > 0 && (strcmp(argv[0], "--help") == 0 || strcmp(argv[0], "-h") == 0);
    if (argc > 0 && strcmp(argv[0], "learn") == 0) {
        return gait_learn(argc - 1, argv + 1);
    }
    if (argc > 0 && !help) {
        return cli_fail("gait", "'%s' is not learn", argv[0]);
    }
    fprintf(help ? stdout : stderr, "usage: caper gait learn CLIP... --out STYLE.gait.json\n\n"
                                    "Gait styles for caper walk --style.\n\n"
                                    "  learn  a style from captures or animators' clips\n\n"
                                    "  caper gait learn --help   options, with an example\n\n"
                                    "example:\n"
                                    "  caper gait learn zombie.bvh --out zombie.gait.json\n");
    return help ? CLI_GOOD : CLI_BAD;
}
