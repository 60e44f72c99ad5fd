// SPDX-License-Identifier: MIT
//
// Captures have faults: a marker is lost and a knee jumps, a foot turns over. A random walk passes
// them again and again, so the stretches around them can be cut out. Each window of a clip is
// judged as a blend is, and by how far joints bend; a frame is bad when every window that it lies
// in is. A foot slides little by little, and a body off balance is so for a while: stances, balance
// and bodies in each other are judged in the clip as a whole.
#include "graph/judge.h"

#include "quality/measures.h"

#include <math.h>
#include <string.h>

#define LIMIT 10.0 // degrees beyond a joint's limit: the judge's gate

typedef struct cleaner {
    const caper_graph_def *def;
    const caper_clip *clip;
    caper_arena arena;
    int16_t feet[CAPERI_GRAPH_FEET];
    int foot_count;
    int frame_count, window_count;
    bool *bad_window, *bad; // by first frame, by frame
    bool any;
} cleaner;

static bool is_bad(const caperi_worth *w)
{
    const caperi_worth none = {.measured = true};
    caperi_fault fault = caperi_blend_fault(w, &none, &none, (caperi_leave){1.0, false});
    return (fault != CAPERI_FAULT_NONE && fault != CAPERI_FAULT_BEND) || w->beyond > LIMIT;
}

static void find_bad(cleaner *c)
{
    int behind = c->def->window - 1;
    for (int x = 0; x < c->frame_count; x++) {
        int from = x > behind ? x - behind : 0;
        c->bad[x] = from < c->window_count;
        for (int f = from; f <= x && f < c->window_count; f++)
            c->bad[x] = c->bad[x] && c->bad_window[f];
        c->any = c->any || c->bad[x];
    }
}

static bool judge_windows(cleaner *c)
{
    for (int f = 0; f < c->window_count; f++) {
        caperi_blend_def blend = {.character = c->def->character,
                                  .clips = {c->clip, c->clip},
                                  .frames = {f, f},
                                  .feet = c->feet,
                                  .foot_count = c->foot_count,
                                  .window = c->def->window,
                                  .rate = c->def->rate,
                                  .allocator = c->def->allocator};
        caperi_worth worth;
        if (!caperi_blend_worth(&blend, &c->arena, &worth))
            return false;
        c->bad_window[f] = is_bad(&worth);
    }
    find_bad(c);
    return true;
}

static void mark(cleaner *c, double from, double to)
{
    int last = (int)ceil(to * (double)c->def->rate);
    for (int x = (int)(from * (double)c->def->rate); x <= last && x < c->frame_count; x++)
        c->bad[x] = c->any = true;
}

// Stances in which a foot slides farther than the judge lets pass.
static void find_sliding(cleaner *c, const caper_report *report)
{
    const caper_measure *slip = &report->measures[CAPER_METRIC_SLIP_MAX];
    for (int i = 0; i < report->stance_count && slip->measured; i++) {
        const caper_report_stance *s = &report->stances[i];
        if ((double)s->slip * 1e3 > slip->gate)
            mark(c, (double)s->start, (double)s->end);
    }
}

// Moments in which bodies are in each other, or in which somebody is quiet and his weight is not
// over what he stands on. The judge asks how many of all there are; a walk by chance may come by
// the same ones again and again.
static void find_moments(cleaner *c, const caper_report *report)
{
    for (int k = 0; k < report->curve_count; k++) {
        const caper_report_curve *curve = &report->curves[k];
        bool inside = curve->metric == CAPER_METRIC_SELF_PENETRATION; // zero but for faults
        if (!inside && curve->metric != CAPER_METRIC_BALANCE)
            continue;
        for (int i = 0; i < report->frame_count; i++) {
            double time = (double)(report->first_frame + i) / (double)report->rate;
            if (curve->values[i] > (inside ? 0.0f : curve->gate_max)) // not a number: not asked
                mark(c, time, time);
        }
    }
}

// What is asked of the clip as a whole: a foot slides little by little, and balance is that of
// whoever stays. Contacts that a clip declares are those of whoever made it, and judged as such.
static bool judge_whole(cleaner *c)
{
    caper_check_job job = caper_check_job_default();
    job.character = c->def->character;
    job.clip = c->clip;
    job.floor = 0.0f;
    job.curves = true;
    job.allocator = c->def->allocator;
    caper_error error = {0};
    caper_report *report = caper_check(&job, &error);
    if (!report)
        return error.status != CAPER_ERROR_MEMORY; // too short to tell
    find_sliding(c, report);
    find_moments(c, report);
    caper_report_destroy(report);
    return true;
}

// Named by where it was, so that reports tell the pieces of a clip apart.
static caper_clip *make_piece(cleaner *c, int first, int last, caper_error *error)
{
    caper_text name;
    caper_text_init(&name, c->def->allocator);
    caper_text_printf(&name, "%s, ", c->clip->name);
    caper_text_float(&name, rintf(100.0f * (float)first / c->clip->rate) / 100.0f);
    caper_text_append(&name, "-", 1);
    caper_text_float(&name, rintf(100.0f * (float)last / c->clip->rate) / 100.0f);
    caper_clip *piece = NULL;
    if (caper_text_append_string(&name, " s"))
        piece = caperi_clip_part(c->clip, name.data, first, last, &c->arena, error);
    else
        caper_error_set(error, CAPER_ERROR_MEMORY, NULL, 0, 0, "out of memory");
    caper_text_free(&name);
    return piece;
}

// Pieces that are long enough for a way in and a way out. Returns how many, -1 with an error.
static int cut(cleaner *c, caper_clip **pieces, caper_error *error)
{
    int count = 0;
    for (int x = 0; x < c->frame_count && count < CAPERI_MOST_PIECES; x++) {
        int end = x;
        while (end < c->frame_count && !c->bad[end])
            end++;
        if (end - x >= 2 * c->def->window) {
            double step = (double)c->clip->rate / (double)c->def->rate;
            int first = (int)ceil(x * step), last = (int)floor((end - 1) * step);
            last = last < c->clip->frame_count ? last : c->clip->frame_count - 1;
            pieces[count] = make_piece(c, first, last, error);
            if (!pieces[count++])
                return -1;
        }
        x = end;
    }
    return count;
}

static int clean(cleaner *c, caper_clip **pieces, bool *whole, caper_error *error)
{
    c->foot_count = caperi_clips_feet(&c->clip, 1, c->feet);
    c->frame_count = caperi_graph_frames(c->clip, c->def->rate);
    c->window_count = c->frame_count - c->def->window + 1;
    c->bad = caper_arena_alloc_zero(&c->arena, (size_t)c->frame_count, sizeof(bool), 1);
    c->bad_window = caper_arena_alloc_zero(&c->arena, (size_t)c->frame_count, sizeof(bool), 1);
    if (!c->bad || !c->bad_window || !judge_windows(c) || !judge_whole(c)) {
        caper_error_set(error, CAPER_ERROR_MEMORY, NULL, 0, 0, "out of memory");
        return -1;
    }
    *whole = !c->any;
    return *whole ? 1 : cut(c, pieces, error);
}

int caperi_graph_clean(const caper_graph_def *def, caper_clip *clip,
                       caper_clip *pieces[CAPERI_MOST_PIECES], caper_error *error)
{
    cleaner c = {.def = def, .clip = clip};
    bool whole = false;
    memset(pieces, 0, CAPERI_MOST_PIECES * sizeof *pieces);
    caper_arena_init(&c.arena, def->allocator, 0);
    int count = clean(&c, pieces, &whole, error);
    caper_arena_destroy(&c.arena);
    if (whole)
        pieces[0] = clip;
    else
        caper_clip_destroy(clip);
    for (int i = 0; i < CAPERI_MOST_PIECES && count < 0; i++)
        caper_clip_destroy(pieces[i]);
    return count;
}
