// SPDX-License-Identifier: MIT
// caper gait: gait styles learned from clips.
#include "cli.h"

#include "caper/gait.h"

#include <string.h>

typedef struct learn_options {
    const char *out, *name;
    cli_reading reading;
} learn_options;

static void print_figures(const char *name, const caper_gait_figures *f)
{
    fprintf(stderr,
            "%s: %.2f m/s (Fr %.2f), %d cycle%s of %.2f s, stride %.2f leg lengths, duty %.2f, "
            "lift %.2f, track %.2f\n",
            cli_file_name(name), (double)f->speed, (double)f->froude, f->cycle_count,
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
    cli_plain_name(o->name ? o->name : o->out, name, sizeof name);
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
        {"out", "STYLE", CLI_TO(o.out), "the style to write: a .gait.json", .ending = ".gait.json"},
        {"name", "NAME", CLI_TO(o.name), "what it is called (default: as the file)"},
        CLI_READING_OPTIONS(o.reading),
    };
    CLI_PARSE(options, "gait learn", "CLIP... --out STYLE.gait.json [options]",
              "Learn a gait style from walks: captures that go straight on, or animators'\n"
              "loops, of any body. Cycles are cut, contacts found and speeds measured; what the\n"
              "walk does beyond our own at the same speed is the style, for caper walk --style\n"
              "on any body. Exit code 1, with the reason, where there is no gait to learn: no\n"
              "cycle, one leg, a path that turns, a wrong unit.",
              "  caper gait learn zombie.bvh --out zombie.gait.json\n"
              "  caper gait learn fox.glb --clip Walk --unit 0.01 --out fox.gait.json\n"
              "  caper walk spider --style zombie.gait.json --out shamble.mp4");
    return learn(argc, argv, &o);
}

int cmd_gait(int argc, char **argv)
{
    static const cli_verb verbs[] = {
        {"learn", "a style from captures or animators' clips", gait_learn},
    };
    const cli_group group = {"caper gait", "Gait styles for caper walk --style.", verbs, 1,
                             "\nexample:\n"
                             "  caper gait learn zombie.bvh --out zombie.gait.json\n"};
    return cli_choose(&group, argc, argv);
}
