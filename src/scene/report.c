// SPDX-License-Identifier: MIT
//
// The outcome of a show: figures of its actors, and whether expectations were met.
#include "scene/show.h"

double caper_show_time(const caper_show *show)
{
    return show->time;
}

caper_actor *caper_show_actor(const caper_show *show, int actor)
{
    return actor >= 0 && actor < show->scene->actor_count ? show->actors[actor].actor : NULL;
}

caper_physics *caper_show_physics(const caper_show *show)
{
    return show->physics;
}

const caper_world *caper_show_world(const caper_show *show)
{
    return show->world;
}

// A run that ends before its scene does shows only what cannot be undone: a fall.
static bool is_judged(const caper_show *show, const show_actor *a)
{
    bool over = show->time >= (double)show->scene->seconds - 0.5 / (double)show->scene->rate;
    bool bounded = a->def->drift > 0 || a->def->error > 0;
    switch (a->def->expect) {
    case CAPER_SCENE_EXPECT_STANDS:
    case CAPER_SCENE_EXPECT_FALLS:
        return over || a->falls > 0;
    case CAPER_SCENE_EXPECT_OUT:
        return over || (a->falls > 0 && a->knock_outs > 0);
    case CAPER_SCENE_EXPECT_RISES:
        return over;
    default:
        return over || !bounded;
    }
}

static bool is_met(const show_actor *a)
{
    bool near = (a->def->drift <= 0 || a->drift <= a->def->drift) &&
                (a->def->error <= 0 || a->last_error <= a->def->error);
    switch (a->def->expect) {
    case CAPER_SCENE_EXPECT_STANDS:
        return a->falls == 0 && near;
    case CAPER_SCENE_EXPECT_FALLS:
        return a->falls > 0;
    case CAPER_SCENE_EXPECT_OUT:
        return a->falls > 0 && a->knock_outs > 0;
    case CAPER_SCENE_EXPECT_RISES:
        return a->falls > 0 && !a->down && near;
    default:
        return near;
    }
}

bool caper_show_figures_of(const caper_show *show, int actor, caper_show_figures *f)
{
    if (actor < 0 || actor >= show->scene->actor_count) {
        return false;
    }
    const show_actor *a = &show->actors[actor];
    bool judged = a->doll < 0 || is_judged(show, a);
    *f = (caper_show_figures){.simulated = a->doll >= 0,
                              .fell = a->falls > 0,
                              .fell_at = a->fell_at,
                              .stands = !a->down,
                              .falls = a->falls,
                              .rises = a->rises,
                              .knock_outs = a->knock_outs,
                              .hardest = a->hardest,
                              .drift = a->drift,
                              .highest = a->highest,
                              .root_highest = a->root_highest,
                              .wanted_highest = a->wanted_highest,
                              .root_lowest = a->root_lowest,
                              .last_error = a->last_error,
                              .lag = a->doll < 0 ? 0 : caperi_show_lag(a, show->scene->rate),
                              .judged = judged,
                              .met = a->doll < 0 || !judged || is_met(a)};
    if (a->error_time > 0) {
        f->error = (float)(a->error_sum / a->error_time);
    }
    const show_sums *sums = &a->sums;
    if (sums->stance > 0) {
        f->gap = (float)(sums->gap / sums->stance);
        f->sunk = (float)(sums->sunk / sums->stance);
    }
    if (sums->together > 0) {
        f->overlap = (float)(sums->overlap / sums->together);
        f->overlap_time = (float)(sums->overlapping / sums->together);
    }
    caper_vec3 wanted = caper_vec3_sub(a->wanted, a->wanted_start);
    caper_vec3 way = caper_vec3_sub(a->now, a->start);
    wanted.y = way.y = 0;
    f->wanted_way = a->doll >= 0 ? hypot_flat(wanted) : 0;
    f->way = f->wanted_way > 0 ? caper_vec3_dot(way, wanted) / f->wanted_way : 0;
    return true;
}

static void write_actor(const caper_show *show, int i, caper_json_writer *w)
{
    static const char *const expects[] = {"nothing", "stands", "falls", "rises", "out"};
    const show_actor *a = &show->actors[i];
    caper_show_figures f;
    caper_show_figures_of(show, i, &f);
    caper_json_begin_object(w);
    caper_json_string(caper_json_key(w, "name"), a->def->name);
    caper_json_string(caper_json_key(w, "character"), a->character->name);
    caper_json_bool(caper_json_key(w, "simulated"), f.simulated);
    if (f.simulated) {
        caper_json_string(caper_json_key(w, "expect"), expects[a->def->expect]);
        caper_json_bool(caper_json_key(w, "judged"), f.judged);
        caper_json_bool(caper_json_key(w, "met"), f.met);
        caper_json_int(caper_json_key(w, "falls"), f.falls);
        caper_json_float(caper_json_key(w, "fell_at"), f.fell ? f.fell_at : -1);
        caper_json_bool(caper_json_key(w, "stands"), f.stands);
        caper_json_int(caper_json_key(w, "rises"), f.rises);
        caper_json_int(caper_json_key(w, "knock_outs"), f.knock_outs);
        caper_json_float(caper_json_key(w, "hardest"), f.hardest);
        caper_json_float(caper_json_key(w, "error_mm"), 1000 * f.error);
        caper_json_float(caper_json_key(w, "way"), f.way);
        caper_json_float(caper_json_key(w, "wanted_way"), f.wanted_way);
        caper_json_float(caper_json_key(w, "drift"), f.drift);
        caper_json_float(caper_json_key(w, "last_error_mm"), 1000 * f.last_error);
        caper_json_float(caper_json_key(w, "root_highest"), f.root_highest);
        caper_json_float(caper_json_key(w, "wanted_highest"), f.wanted_highest);
        caper_json_float(caper_json_key(w, "root_lowest"), f.root_lowest);
        caper_json_float(caper_json_key(w, "lag"), f.lag);
    }
    caper_json_float(caper_json_key(w, "gap_mm"), 1000 * f.gap);
    caper_json_float(caper_json_key(w, "sunk_mm"), 1000 * f.sunk);
    if (a->def->foe >= 0) {
        caper_json_float(caper_json_key(w, "overlap_mm"), 1000 * f.overlap);
        caper_json_float(caper_json_key(w, "overlap_time"), f.overlap_time);
    }
    caper_json_end_object(w);
}

void caper_show_write(const caper_show *show, caper_json_writer *w)
{
    caper_physics_stats stats = caper_physics_stats_of(show->physics);
    bool met = true;
    caper_json_begin_object(w);
    caper_json_string(caper_json_key(w, "scene"), show->scene->name);
    caper_json_double(caper_json_key(w, "seconds"), show->time);
    caper_json_int(caper_json_key(w, "steps"), stats.steps);
    caper_json_begin_array(caper_json_key(w, "actors"));
    for (int i = 0; i < show->scene->actor_count; i++) {
        caper_show_figures f;
        met = caper_show_figures_of(show, i, &f) && f.met && met;
        write_actor(show, i, w);
    }
    caper_json_end_array(w);
    caper_json_bool(caper_json_key(w, "met"), met);
    caper_json_end_object(w);
}

void caper_show_describe(const caper_show *show, caper_text *text)
{
    const caper_scene *scene = show->scene;
    caper_text_printf(text, "%s: %.1f s\n", scene->name, caper_show_time(show));
    for (int i = 0; i < scene->actor_count; i++) {
        caper_show_figures f;
        caper_show_figures_of(show, i, &f);
        caper_text_printf(text, "  %-14s ", scene->actors[i].name);
        if (!f.simulated) {
            caper_text_append_string(text, "animated\n");
            continue;
        }
        if (f.fell) {
            caper_text_printf(text, "fell at %.1f s, %s", (double)f.fell_at,
                              f.stands ? "stands" : "lies");
        } else {
            caper_text_append_string(text, "stood");
        }
        caper_text_printf(text, "%s; error %.1f mm, drift %.2f m",
                          !f.met     ? ", NOT AS EXPECTED"
                          : f.judged ? ""
                                     : " so far",
                          1000 * (double)f.error, (double)f.drift);
        if (f.wanted_way > 0.5f) {
            caper_text_printf(text, ", way %.2f of %.2f m", (double)f.way, (double)f.wanted_way);
        }
        if (f.rises > 0) {
            caper_text_printf(text, ", got up %d times", f.rises);
        }
        caper_text_append_string(text, "\n");
    }
}
