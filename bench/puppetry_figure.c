// SPDX-License-Identifier: MIT
// Figure 4 of paper 001: the height of an ankle in a jump and its importance, with and without
// looking ahead. The performer's is where the puppet's ankle would be if it did as the performer's.
#include "puppetry_tables.h"

#include "../test/puppeteer.h"
#include "caper/formats.h"
#include "caper/quality.h"

#include <stdio.h>
#include <string.h>

#define JUMP "16_01.bvh"
#define MAX_FRAMES 2048
#define BEFORE 0.29f // seconds before the top of the jump and after it
#define AFTER 0.29f

enum {
    PERFORMER,
    BLIND,
    AHEAD,
    CURVES
};

typedef struct figure {
    int count, from, to; // frames, and those that are drawn
    float rate;
    float heights[CURVES][MAX_FRAMES];
    float importance[CURVES][MAX_FRAMES];
} figure;

static bool perform(figure *f, const caper_import *import, const caper_character *character,
                    float look_ahead, int curve)
{
    const caper_clip *clip = import->clips[0];
    caper_puppet_def def = caper_puppet_def_default();
    def.performer = import->character;
    def.character = character;
    def.look_ahead = look_ahead;
    def.scale = 1; // as in the paper
    def.stance = 0;
    caper_floor_estimate(import->character, clip, NULL, &def.floor, NULL);
    puppeteer *puppet = puppeteer_open(&def, NULL);
    caper_pose seen = caper_character_pose(import->character, NULL);
    caper_pose local = caper_character_pose(character, NULL);
    bool good = puppet && seen.bodies && local.bodies;
    for (int i = 0; i < f->count && good; i++) {
        caper_clip_sample(clip, (float)(i + 1) / f->rate, NULL, &seen); // frame 0 is a rest pose
        puppeteer_frame(puppet, &seen, NULL, NULL, i > 0 ? 1 / f->rate : 0, &local);
        const caper_effector_state *foot = &puppeteer_last(puppet)->effectors[CAPER_LIMB_LEFT_LEG];
        f->heights[PERFORMER][i] = foot->goal.y;
        f->heights[curve][i] = foot->position.y;
        f->importance[curve][i] = foot->importance;
    }
    caper_pose_destroy(&seen, NULL);
    caper_pose_destroy(&local, NULL);
    puppeteer_close(puppet);
    return good;
}

/// The stretch around the highest point.
static void choose(figure *f)
{
    int top = 0;
    for (int i = 1; i < f->count; i++) {
        top = f->heights[PERFORMER][i] > f->heights[PERFORMER][top] ? i : top;
    }
    int from = top - (int)(BEFORE * f->rate), to = top + (int)(AFTER * f->rate);
    f->from = from > 0 ? from : 0;
    f->to = to < f->count ? to : f->count;
}

static void draw_curve(caper_text *out, const figure *f, const float *values, float bottom,
                       float unit, const char *style)
{
    caper_text_append_string(out, "<path fill=\"none\" d=\"");
    for (int i = f->from; i < f->to; i++) {
        double x = 60 + 640.0 * (i - f->from) / (f->to - f->from - 1);
        caper_text_printf(out, "%c%.1f %.1f", i == f->from ? 'M' : 'L', x,
                          (double)(bottom - unit * values[i]));
    }
    caper_text_printf(out, "\" %s/>\n", style);
}

static void draw_level(caper_text *out, double y, const char *label)
{
    caper_text_printf(out,
                      "<path d=\"M60 %.1fH700\" stroke=\"#ddd\"/><text x=\"52\" y=\"%.1f\" "
                      "text-anchor=\"end\" fill=\"#555\">%s</text>\n",
                      y, y + 4, label);
}

static void draw(const figure *f, caper_text *out)
{
    static const char *const styles[CURVES] = {
        "stroke=\"#bbb\" stroke-width=\"5\"",
        "stroke=\"#c0392b\" stroke-width=\"2\" stroke-dasharray=\"6 4\"",
        "stroke=\"#2060a0\" stroke-width=\"2\""};
    static const char *const names[CURVES] = {"where the performer's is", "Blubby, lambda 0",
                                              "Blubby, lambda 0.15"};
    caper_text_append_string(out, "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 720 "
                                  "420\" font-family=\"sans-serif\" font-size=\"13\">\n"
                                  "<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n");
    for (int i = 0; i <= 4; i++) {
        char label[16];
        snprintf(label, sizeof label, "0.%d m", i);
        draw_level(out, 270 - 53 * i, label);
    }
    draw_level(out, 310, "1");
    draw_level(out, 400, "0");
    caper_text_append_string(out,
                             "<text x=\"66\" y=\"24\">height of the left ankle in a jump</text>"
                             "<text x=\"66\" y=\"304\">importance</text>\n");
    float begin = (float)f->from / f->rate, end = (float)f->to / f->rate;
    for (int tenths = (int)(begin * 10) + 1; (float)tenths / 10 < end; tenths++) {
        double x = 60 + 640 * ((double)tenths / 10 - (double)begin) / (double)(end - begin);
        if (tenths % 2 == 0) {
            caper_text_printf(out,
                              "<text x=\"%.1f\" y=\"416\" text-anchor=\"middle\" "
                              "fill=\"#555\">%d.%d s</text>\n",
                              x, tenths / 10, tenths % 10);
        }
    }
    for (int i = 0; i < CURVES; i++) {
        draw_curve(out, f, f->heights[i], 270, 530, styles[i]);
        if (i != PERFORMER) {
            draw_curve(out, f, f->importance[i], 400, 90, styles[i]);
        }
        caper_text_printf(out, "<path d=\"M490 %dh40\" %s/><text x=\"538\" y=\"%d\">%s</text>\n",
                          20 + 20 * i, styles[i], 24 + 20 * i, names[i]);
    }
    caper_text_append_string(out, "</svg>\n");
}

int bench_puppetry_figure(const char *path)
{
    char capture[640], folder[512];
    bench_puppetry_captures(folder);
    snprintf(capture, sizeof capture, "%s/%s", folder, JUMP);
    caper_error error = {0};
    caper_import *import = caper_import_load(capture, NULL, &error);
    caper_character *blubby = bench_puppetry_puppet("blubby");
    static figure f;
    memset(&f, 0, sizeof f);
    bool good = import && import->clip_count > 0 && blubby;
    if (good) {
        const caper_clip *clip = import->clips[0];
        f.rate = clip->rate;
        f.count = clip->frame_count - 1 < MAX_FRAMES ? clip->frame_count - 1 : MAX_FRAMES;
        good = perform(&f, import, blubby, 0, BLIND) && perform(&f, import, blubby, 0.15f, AHEAD);
    }
    caper_text svg;
    caper_text_init(&svg, NULL);
    if (good) {
        choose(&f);
        draw(&f, &svg);
        good = !svg.failed && caper_file_write(path, svg.data, svg.size, &error);
    }
    if (!good) {
        fprintf(stderr, "%s: %s (CAPER_SHARED_DATA says where captures are)\n", capture,
                error.message[0] ? error.message : "no jump for the figure");
    }
    caper_text_free(&svg);
    caper_character_destroy(blubby);
    caper_import_destroy(import);
    return good ? 0 : 2;
}
