// SPDX-License-Identifier: MIT
//
// The claims of paper 002 as tables, from 18 CMU captures: world space against parent space over
// gains (section 4.2), the gains that are best for parent space used in world space, the largest
// pushes that are borne from eight directions, and what a step costs. A fall is a root body 0.3 m
// or 60 degrees off for half a second; the error is the mean distance of parts, roots aligned.
#include "physics_tables.h"

#include "caper/formats.h"
#include "caper/gait.h"
#include "caper/scene.h"
#include "cli.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Of every kind that the study has: standing, walks, runs, a turn, jumps, acrobatics, boxing,
// getting up, one leg.
static const struct {
    const char *file, *what;
} captures[] = {
    {"77_02", "stand"},     {"07_01", "walk"},       {"07_12", "brisk walk"},
    {"37_01", "slow walk"}, {"143_39", "backwards"}, {"09_01", "run"},
    {"16_35", "run"},       {"127_03", "run"},       {"69_16", "turn"},
    {"13_11", "jump"},      {"16_01", "jump"},       {"49_06", "cartwheel"},
    {"143_23", "boxing"},   {"140_01", "get up"},    {"140_03", "get up"},
    {"132_23", "hop"},      {"49_18", "one leg"},    {"05_11", "pirouette"},
};
#define CAPTURES CAPER_COUNT_OF(captures)
// The first frame of these files is a T.
#define START 0.05f
// At most so much of a capture, seconds.
#define LONGEST 12.0f

static const float gains[] = {0.25f, 0.5f, 1, 2, 4};
#define GAINS CAPER_COUNT_OF(gains)
#define CELLS 50 // of the ground, a side
#define DIRECTIONS 8
// A push lasts so long, seconds, and is survived when it stands so long after it.
#define PUSH_SECONDS 0.2f
#define PUSH_WAIT 4.0f
// Pushes are found to within this, N s.
#define PUSH_STEP 5.0f
#define PUSH_MOST 640.0f

typedef struct tables {
    caper_import *imports[CAPTURES];
    caper_character *person, *dog;
    caper_motion *idle;
    caper_world *ground;
} tables;

typedef struct outcome {
    int falls;
    double error, travel; // mm; share
} outcome;

// --- assets --------------------------------------------------------------------------------------

static bool find(void *user, const char *name, caper_scene_asset *asset, caper_error *error)
{
    tables *t = user;
    for (int i = 0; i < CAPTURES; i++) {
        if (strcmp(captures[i].file, name) == 0) {
            asset->character = t->imports[i]->character;
            asset->clip = t->imports[i]->clips[0];
            return true;
        }
    }
    if (strcmp(name, "performer") == 0) {
        asset->character = t->person;
        return true;
    }
    if (strcmp(name, "dog") == 0) {
        asset->character = t->dog;
        return true;
    }
    if (strcmp(name, "ground") == 0) {
        asset->world = t->ground;
        return true;
    }
    if (strcmp(name, "idle") == 0) {
        asset->motion = t->idle;
        return true;
    }
    return caper_error_set(error, CAPER_ERROR_INVALID, name, 0, 0, "is not known");
}

// 5,000 triangles, with bumps of 2 cm.
static caper_world *make_ground(void)
{
    static float heights[(CELLS + 1) * (CELLS + 1)];
    caper_rng rng = caper_rng_make(1);
    for (int i = 0; i < CAPER_COUNT_OF(heights); i++) {
        heights[i] = caper_rng_range(&rng, -0.02f, 0.02f);
    }
    caper_world_field field = {-12.5f, -12.5f, 0.5f, CELLS + 1, CELLS + 1, heights};
    caper_world_def def = caper_world_def_default();
    def.has_ground = false;
    def.fields = &field;
    def.field_count = 1;
    return caper_world_create(&def, NULL);
}

static bool load(tables *t)
{
    const char *data = getenv("CAPER_SHARED_DATA");
    char path[1024];
    for (int i = 0; i < CAPTURES; i++) {
        snprintf(path, sizeof path, "%s/bvh/cmu/%s.bvh", data ? data : "../shared/data",
                 captures[i].file);
        t->imports[i] = caper_import_load(path, NULL, NULL);
        if (!t->imports[i]) {
            fprintf(stderr, "%s is not there: set CAPER_SHARED_DATA\n", path);
            return false;
        }
    }
    if (cli_data_path("characters/performer.character.json", path, sizeof path)) {
        t->person = caper_character_load(path, NULL, NULL);
    }
    if (cli_data_path("characters/dog.character.json", path, sizeof path)) {
        t->dog = caper_character_load(path, NULL, NULL);
    }
    t->ground = make_ground();
    if (cli_data_path("motions/idle.motion.json", path, sizeof path)) {
        t->idle = caper_motion_load(path, NULL, NULL);
    }
    return t->person && t->dog && t->ground && t->idle;
}

static void unload(tables *t)
{
    for (int i = 0; i < CAPTURES; i++) {
        caper_import_destroy(t->imports[i]);
    }
    caper_character_destroy(t->person);
    caper_character_destroy(t->dog);
    caper_motion_destroy(t->idle);
    caper_world_destroy(t->ground);
}

// --- runs ----------------------------------------------------------------------------------------

// One run of a scene text; false when it exploded, which counts as a fall.
static bool run(tables *t, const char *text, caper_show_figures *f, caper_physics_stats *stats)
{
    caper_error error = {0};
    caper_scene *scene = caper_scene_parse(text, strlen(text), "table", NULL, &error);
    caper_scene_finder finder = {find, t};
    caper_show *show = scene ? caper_show_create(scene, &finder, &error) : NULL;
    bool good = show != NULL;
    int frames = scene ? (int)(scene->seconds * scene->rate + 0.5f) : 0;
    for (int i = 0; good && i < frames; i++) {
        good = caper_show_update(show, &error);
    }
    if (!good) {
        fprintf(stderr, "%s\n", error.message);
    }
    if (show && stats) {
        *stats = caper_physics_stats_of(caper_show_physics(show));
    }
    good = good && caper_show_figures_of(show, 0, f);
    caper_show_destroy(show);
    caper_scene_destroy(scene);
    return good;
}

static outcome run_captures(tables *t, const char *servo, float gain, float damping, bool list)
{
    outcome out = {0};
    int travels = 0, counted = 0;
    for (int i = 0; i < CAPTURES; i++) {
        char text[512];
        float length = t->imports[i]->clips[0]->duration - START;
        snprintf(text, sizeof text,
                 "{\"caper\": \"scene\", \"version\": 1, \"seconds\": %.3f, \"rate\": 120, "
                 "\"actors\": [{\"name\": \"a\", \"servo\": \"%s\", \"gain\": %g, \"damping\": %g, "
                 "\"play\": [{\"clip\": \"%s\", \"start\": %g}]}]}",
                 (double)fminf(length, LONGEST), servo, (double)gain, (double)damping,
                 captures[i].file, (double)START);
        caper_show_figures f = {0};
        bool good = run(t, text, &f, NULL);
        bool fell = !good || f.fell;
        out.falls += fell;
        out.error += 1000 * (double)f.error;
        counted++;
        if (f.wanted_way > 0.5f) {
            out.travel += (double)(f.way / f.wanted_way);
            travels++;
        }
        if (list) {
            printf("  %-8s %-12s %s error %5.1f mm", captures[i].file, captures[i].what,
                   fell ? "FELL " : "stood", 1000 * (double)f.error);
            if (f.wanted_way > 0.5f) {
                printf(", travel %3.0f %%", 100 * (double)(f.way / f.wanted_way));
            }
            if (f.wanted_highest > 0.1f) {
                printf(", rises %.2f of %.2f m, %.2f s late", (double)f.root_highest,
                       (double)f.wanted_highest, (double)f.lag);
            }
            printf("\n");
        }
    }
    out.error /= counted;
    out.travel = travels ? out.travel / travels : 0;
    return out;
}

static bool survives(tables *t, bool walks, float yaw, float impulse)
{
    char text[512];
    snprintf(text, sizeof text,
             "{\"caper\": \"scene\", \"version\": 1, \"seconds\": %g, \"actors\": [{\"name\": "
             "\"a\", \"character\": \"performer\", \"play\": [%s]}], \"events\": [{\"time\": 1.5, "
             "\"do\": \"push\", \"actor\": \"a\", \"body\": \"chest\", \"seconds\": %g, "
             "\"impulse\": [%g, 0, %g]}]}",
             (double)(1.5f + PUSH_SECONDS + PUSH_WAIT),
             walks ? "{\"walk\": 1.2}" : "{\"motion\": \"idle\"}", (double)PUSH_SECONDS,
             (double)(impulse * sinf(yaw)), (double)(impulse * cosf(yaw)));
    caper_show_figures f = {0};
    return run(t, text, &f, NULL) && !f.fell;
}

// The largest push below the first that fells, by halving.
static float largest_push(tables *t, bool walks, float yaw)
{
    float low = 0, high = PUSH_MOST;
    while (high - low > PUSH_STEP) {
        float middle = 0.5f * (low + high);
        if (survives(t, walks, yaw, middle)) {
            low = middle;
        } else {
            high = middle;
        }
    }
    return low;
}

// --- tables --------------------------------------------------------------------------------------

static void print_row(const char *name, const outcome *o)
{
    printf("%-8s falls of %d ", name, CAPTURES);
    for (int i = 0; i < GAINS; i++) {
        printf("%8d", o[i].falls);
    }
    printf("\n%-8s error, mm   ", "");
    for (int i = 0; i < GAINS; i++) {
        printf("%8.1f", o[i].error);
    }
    printf("\n%-8s travel, %%   ", "");
    for (int i = 0; i < GAINS; i++) {
        printf("%8.0f", 100 * o[i].travel);
    }
    printf("\n");
}

// Section 4.2: the gains that suit parent space best, then the same ones in world space.
static void print_tuned(tables *t)
{
    static const float tries[] = {0.5f, 0.71f, 1, 1.41f, 2};
    static const float dampings[] = {0.5f, 1, 2};
    outcome best = {.falls = CAPTURES + 1};
    float gain = 1, damping = 1;
    for (int i = 0; i < CAPER_COUNT_OF(tries); i++) {
        for (int k = 0; k < CAPER_COUNT_OF(dampings); k++) {
            outcome o = run_captures(t, "parent", tries[i], dampings[k], false);
            if (o.falls < best.falls || (o.falls == best.falls && o.error < best.error)) {
                best = o;
                gain = tries[i];
                damping = dampings[k];
            }
        }
    }
    outcome world = run_captures(t, "world", gain, damping, false);
    printf("\nbest of %d sets of gains for parent space: gain %g, damping %g: %d falls, %.1f mm\n",
           CAPER_COUNT_OF(tries) * CAPER_COUNT_OF(dampings), (double)gain, (double)damping,
           best.falls, best.error);
    printf("the same gains in world space: %d falls, %.1f mm, travel %.0f %%\n", world.falls,
           world.error, 100 * world.travel);
}

static void print_pushes(tables *t, float pushes[2][DIRECTIONS])
{
    printf("\nlargest push of %.1f s at the chest that is borne, N s, by the direction it goes\n",
           (double)PUSH_SECONDS);
    printf("%-10s", "");
    for (int i = 0; i < DIRECTIONS; i++) {
        printf("%6d", 360 / DIRECTIONS * i);
    }
    printf("   least  mean\n");
    for (int walks = 0; walks < 2; walks++) {
        float least = INFINITY, sum = 0;
        printf("%-10s", walks ? "walking" : "standing");
        for (int i = 0; i < DIRECTIONS; i++) {
            float p = largest_push(t, walks == 1, CAPER_TAU / DIRECTIONS * (float)i);
            pushes[walks][i] = p;
            least = fminf(least, p);
            sum += p;
            printf("%6.0f", (double)p);
            fflush(stdout);
        }
        printf("  %6.0f%6.0f\n", (double)least, (double)(sum / DIRECTIONS));
    }
}

// The paper's scene: five characters of 35 bodies that walk, 50 boxes, 5,000 triangles; 20
// iterations. Control is all but the solver and its collisions.
static void print_cost(tables *t)
{
    static char text[16384];
    int used = snprintf(text, sizeof text,
                        "{\"caper\": \"scene\", \"version\": 1, \"seconds\": 8, \"rate\": 60, "
                        "\"iterations\": 20, \"world\": \"ground\", \"actors\": [");
    for (int i = 0; i < 5; i++) {
        used += snprintf(text + used, sizeof text - (size_t)used,
                         "%s{\"name\": \"dog %d\", \"character\": \"dog\", \"at\": [%d, 0.02, -8], "
                         "\"play\": [{\"walk\": \"0.1Fr\"}]}",
                         i ? ", " : "", i, 3 * i - 6);
    }
    used += snprintf(text + used, sizeof text - (size_t)used, "], \"things\": [");
    for (int i = 0; i < 50; i++) {
        used += snprintf(text + used, sizeof text - (size_t)used,
                         "%s{\"half\": [0.15, 0.15, 0.15], \"mass\": 5, \"at\": [%g, 0.4, %g]}",
                         i ? ", " : "", -7.2 + 1.6 * (i % 10), 3 + 0.8 * (i / 10));
    }
    snprintf(text + used, sizeof text - (size_t)used, "]}");
    caper_show_figures f = {0};
    caper_physics_stats stats = {0};
    if (run(t, text, &f, &stats) && stats.steps > 0) {
        printf(
            "\nfive walking dogs, 50 boxes, 5,000 triangles, us a step: control %.0f, solver and "
            "collision %.0f (the paper: 1,000 in all)\n",
            1e6 * stats.control_seconds / stats.steps, 1e6 * stats.solve_seconds / stats.steps);
    }
}

// --- the figure ----------------------------------------------------------------------------------

#define PANEL 300.0
#define MARGIN 50.0

static void draw_curve(FILE *file, double x, const outcome *o, bool falls, double most,
                       const char *color)
{
    fprintf(file, "<polyline fill='none' stroke='%s' stroke-width='2.5' points='", color);
    for (int i = 0; i < GAINS; i++) {
        double value = falls ? (double)o[i].falls : o[i].error;
        fprintf(file, "%.1f,%.1f ", x + PANEL * i / (GAINS - 1),
                MARGIN + PANEL * (1 - fmin(value / most, 1)));
    }
    fprintf(file, "'/>\n");
}

static void draw_axes(FILE *file, double x, const char *title, double most, const char *unit)
{
    fprintf(file,
            "<rect x='%.0f' y='%.0f' width='%.0f' height='%.0f' fill='none' stroke='#bbb'/>\n"
            "<text x='%.0f' y='%.0f'>%s</text>\n<text x='%.0f' y='%.0f' text-anchor='end'>%.0f%s"
            "</text>\n<text x='%.0f' y='%.0f' text-anchor='end'>0</text>\n",
            x, MARGIN, PANEL, PANEL, x, MARGIN - 15, title, x - 5, MARGIN + 5, most, unit, x - 5,
            MARGIN + PANEL);
    for (int i = 0; i < GAINS; i++) {
        fprintf(file, "<text x='%.0f' y='%.0f' text-anchor='middle'>x%g</text>\n",
                x + PANEL * i / (GAINS - 1), MARGIN + PANEL + 20, (double)gains[i]);
    }
}

static void draw_pushes(FILE *file, double x, float pushes[2][DIRECTIONS])
{
    double cx = x + PANEL / 2, cy = MARGIN + PANEL / 2, most = 400;
    fprintf(file, "<text x='%.0f' y='%.0f'>Pushes that are borne, N s</text>\n", x, MARGIN - 15);
    for (int ring = 1; ring <= 4; ring++) {
        fprintf(file,
                "<circle cx='%.0f' cy='%.0f' r='%.1f' fill='none' stroke='#ccc'/>\n<text x='%.0f' "
                "y='%.1f' fill='#888'>%.0f</text>\n",
                cx, cy, PANEL / 2 * ring / 4, cx + 3, cy - PANEL / 2 * ring / 4 - 2,
                most * ring / 4);
    }
    for (int walks = 0; walks < 2; walks++) {
        fprintf(file,
                "<polygon fill='%s' fill-opacity='0.15' stroke='%s' stroke-width='2' points='",
                walks ? "#7a4fa3" : "#d9772b", walks ? "#7a4fa3" : "#d9772b");
        for (int i = 0; i < DIRECTIONS; i++) {
            double r = PANEL / 2 * fmin((double)pushes[walks][i] / most, 1);
            double yaw = (double)CAPER_TAU / DIRECTIONS * i; // ahead is up, its left is right
            fprintf(file, "%.1f,%.1f ", cx + r * sin(yaw), cy - r * cos(yaw));
        }
        fprintf(file, "'/>\n");
    }
    fprintf(file,
            "<text x='%.0f' y='%.0f' fill='#d9772b'>standing</text><text x='%.0f' y='%.0f' "
            "fill='#7a4fa3'>walking</text>\n",
            x, MARGIN + PANEL + 20, x + 80, MARGIN + PANEL + 20);
}

static bool draw(const char *path, const outcome *world, const outcome *parent,
                 float pushes[2][DIRECTIONS])
{
    FILE *file = fopen(path, "w");
    if (!file) {
        fprintf(stderr, "%s: cannot be written\n", path);
        return false;
    }
    fprintf(file, "<svg xmlns='http://www.w3.org/2000/svg' width='1130' height='400' "
                  "font-family='sans-serif' font-size='13'>\n<rect width='1130' height='400' "
                  "fill='white'/>\n");
    draw_axes(file, MARGIN, "Falls of 18 captures, by gain", CAPTURES, "");
    draw_curve(file, MARGIN, world, true, CAPTURES, "#d9772b");
    draw_curve(file, MARGIN, parent, true, CAPTURES, "#3c78b4");
    draw_axes(file, 2 * MARGIN + PANEL + 30, "Mean error, by gain", 60, " mm");
    draw_curve(file, 2 * MARGIN + PANEL + 30, world, false, 60, "#d9772b");
    draw_curve(file, 2 * MARGIN + PANEL + 30, parent, false, 60, "#3c78b4");
    fprintf(file,
            "<text x='%.0f' y='%.0f' fill='#d9772b'>world space</text><text x='%.0f' y='%.0f' "
            "fill='#3c78b4'>parent space</text>\n",
            MARGIN, MARGIN + PANEL + 40, MARGIN + 90, MARGIN + PANEL + 40);
    draw_pushes(file, 3 * MARGIN + 2 * PANEL + 50, pushes);
    fprintf(file, "</svg>\n");
    return fclose(file) == 0;
}

int bench_physics_tables(const char *figure)
{
    tables t = {0};
    int code = 2;
    if (load(&t)) {
        outcome world[GAINS], parent[GAINS];
        float pushes[2][DIRECTIONS];
        print_cost(&t);
        printf("\nworld space, gains x1\n");
        world[2] = run_captures(&t, "world", 1, 1, true);
        for (int i = 0; i < GAINS; i++) {
            if (i != 2) {
                world[i] = run_captures(&t, "world", gains[i], 1, false);
            }
            parent[i] = run_captures(&t, "parent", gains[i], 1, false);
        }
        printf("\ngains x               ");
        for (int i = 0; i < GAINS; i++) {
            printf("%8g", (double)gains[i]);
        }
        printf("\n");
        print_row("world", world);
        print_row("parent", parent);
        print_pushes(&t, pushes);
        code = figure && !draw(figure, world, parent, pushes) ? 2 : 0;
        print_tuned(&t);
    }
    unload(&t);
    return code;
}
