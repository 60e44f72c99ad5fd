// SPDX-License-Identifier: MIT
// The clips of a parameter space, played. Where the sliders stand between samples, the nearest one
// that is solved plays; another one fades in at the same phase, so that a slider can be swept.
#define _POSIX_C_SOURCE 200809L
#include "space_player.h"

#include "live_panels.h"
#include "wardrobe.h"

#if CAPER_SPACETIME

#include "caper/spacetime.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define FADE 0.25f     // seconds from one clip to the next
#define OTHER_NAME 1e3 // how far a value of another name is: farther than all numbers
#define PASSES 1000000 // of a clip that does not loop by itself

static space_player p = {.folder = "clips", .nearest = -1};
static wardrobe clothes;
static caper_source sources[DOC_MAX_CAST];
static int playing[DOC_MAX_CAST]; // which sample

space_player *space_players(void)
{
    return &p;
}

// --- what there is -------------------------------------------------------------------------------

bool space_is_number(const asset *space, int dimension)
{
    int count = caper_space_value_count(space->space, dimension);
    bool number = count > 0;
    for (int i = 0; i < count; i++) {
        number = number && !isnan(caper_space_value_number(space->space, dimension, i));
    }
    return number;
}

static bool clip_path(int sample, char *path, size_t size)
{
    char name[128];
    return caper_space_sample_name(p.space->space, sample, name, sizeof name) &&
           snprintf(path, size, "%s/%s.clip.json", p.folder, name) < (int)size;
}

static void look_for_clips(void)
{
    for (int i = 0; i < p.sample_count; i++) {
        char path[800];
        bool there = clip_path(i, path, sizeof path) && access(path, R_OK) == 0;
        p.states[i] = there                          ? SAMPLE_SOLVED
                      : p.states[i] == SAMPLE_SOLVED ? SAMPLE_NONE
                                                     : p.states[i];
    }
}

static void forget(stage *on_stage)
{
    const stage_driver *driver = on_stage->driver;
    bool on = driver && driver == space_driver();
    if (on) {
        stage_drive(on_stage, NULL); // nobody holds a clip
    }
    wardrobe_clear(&clothes);
    for (int i = 0; i < p.sample_count; i++) {
        asset_drop(p.clips[i]);
    }
    free(p.clips);
    free(p.states);
    asset_drop(p.space);
    p.clips = NULL;
    p.states = NULL;
    p.space = NULL;
    p.sample_count = p.dimension_count = 0;
    p.nearest = -1;
}

static void take(asset *space)
{
    p.space = asset_keep(space);
    p.sample_count = caper_space_sample_count(space->space);
    p.dimension_count = caper_space_dimension_count(space->space);
    p.dimension_count = p.dimension_count < SETUP_SLIDERS ? p.dimension_count : SETUP_SLIDERS;
    p.states = calloc((size_t)p.sample_count + 1, sizeof *p.states);
    p.clips = calloc((size_t)p.sample_count + 1, sizeof *p.clips);
    if (!p.states || !p.clips) {
        p.sample_count = 0;
    }
    look_for_clips();
}

// Sliders stand where the document has them.
static void follow_sliders(const live_setup *set)
{
    for (int i = 0; i < p.dimension_count; i++) {
        bool number = space_is_number(p.space, i);
        double first = number ? caper_space_value_number(p.space->space, i, 0) : 0;
        p.at[i] = set->at_set[i] ? set->at[i] : first;
        if (!number) { // there may be fewer values now
            p.at[i] = fmin(p.at[i], fmax(caper_space_value_count(p.space->space, i) - 1, 0));
        }
    }
}

// Another space, or none, or the clips of the same one looked for anew.
static void change(stage *on_stage, asset *wanted)
{
    asset_keep(wanted); // it may be the one that is forgotten
    forget(on_stage);
    if (wanted) {
        take(wanted);
    }
    asset_drop(wanted);
}

// --- the nearest ---------------------------------------------------------------------------------

static double distance(int sample)
{
    const caper_space *space = p.space->space;
    double sum = 0;
    for (int i = 0; i < p.dimension_count; i++) {
        const char *name = caper_space_dimension_name(space, i);
        int count = caper_space_value_count(space, i);
        if (space_is_number(p.space, i)) {
            double first = caper_space_value_number(space, i, 0);
            double last = caper_space_value_number(space, i, count - 1);
            double range = fmax(fabs(last - first), 1e-9);
            double by = (caper_space_sample_number(space, sample, name) - p.at[i]) / range;
            sum += by * by;
        } else {
            const char *value = caper_space_sample_value(space, sample, i);
            const char *wanted = caper_space_value_name(space, i, (int)p.at[i]);
            sum += value && wanted && strcmp(value, wanted) == 0 ? 0 : OTHER_NAME;
        }
    }
    return sum;
}

static void find_nearest(void)
{
    double best = (double)INFINITY;
    p.nearest = -1;
    for (int i = 0; i < p.sample_count; i++) {
        double d = p.states[i] == SAMPLE_SOLVED ? distance(i) : (double)INFINITY;
        if (d < best) {
            best = d;
            p.nearest = i;
        }
    }
}

bool space_put(studio *s, const char *dimension, const char *value, caper_error *error)
{
    live_setup *set = &s->doc.state.setup;
    space_update(s);
    for (int i = 0; i < p.dimension_count; i++) {
        if (strcmp(caper_space_dimension_name(p.space->space, i), dimension) != 0) {
            continue;
        }
        int count = caper_space_value_count(p.space->space, i);
        for (int k = 0; k < count; k++) {
            if (strcmp(caper_space_value_name(p.space->space, i, k), value) == 0) {
                set->at[i] = space_is_number(p.space, i)
                                 ? caper_space_value_number(p.space->space, i, k)
                                 : k;
                set->at_set[i] = true;
                return true;
            }
        }
        double number;
        size_t used, size = strlen(value);
        if (space_is_number(p.space, i) && caper_parse_double(value, size, &used, &number) &&
            used == size && isfinite(number)) {
            set->at[i] = number;
            set->at_set[i] = true;
            return true;
        }
        return caper_error_set(error, CAPER_ERROR_INVALID, "space_at", 0, 0,
                               "found '%.40s', expected a value of %.40s", value, dimension);
    }
    return caper_error_set(error, CAPER_ERROR_INVALID, "space_at", 0, 0,
                           "found no dimension '%.40s'", dimension);
}

// --- playing -------------------------------------------------------------------------------------

static asset *read_clip(int sample, caper_error *error)
{
    char path[800];
    if (!p.clips[sample] && clip_path(sample, path, sizeof path)) {
        p.clips[sample] = asset_load(path, CAPER_ASSET_CLIP, error);
        if (!p.clips[sample]) { // damaged, or gone
            p.states[sample] = SAMPLE_NONE;
        }
    }
    return p.clips[sample];
}

static bool play(stage *on_stage, int member, float fade, caper_error *error)
{
    stage_member *m = &on_stage->members[member];
    caper_source_state before = {0};
    float phase = 0;
    if (sources[member] && caper_actor_source(m->actor, sources[member], &before) &&
        p.clips[playing[member]]) {
        float duration = p.clips[playing[member]]->loaded.clip->duration;
        phase = fmodf(before.time, duration) / duration;
    }
    asset *clip = read_clip(p.nearest, error);
    const caper_clip *own = clip ? wardrobe_fit(&clothes, clip, m->body, error) : NULL;
    if (!own) {
        return false;
    }
    caper_play_def def = caper_play_def_default();
    def.clip = own;
    def.fade_in = def.fade_out = fade;
    def.start = phase * own->duration;
    def.loops = own->loops ? 0 : PASSES;
    caper_source made = caper_actor_play(m->actor, &def, error);
    if (made) {
        sources[member] = made;
        playing[member] = p.nearest;
    }
    return made != 0;
}

static bool start(void *self, stage *on_stage, int member, caper_error *error)
{
    (void)self;
    sources[member] = 0;
    playing[member] = -1;
    return p.nearest < 0 || play(on_stage, member, 0, error); // waits for the first clip
}

static void stop(void *self, stage *on_stage, int member)
{
    (void)self;
    caper_actor_stop(on_stage->members[member].actor, 0, 0);
    caper_actor_update(on_stage->members[member].actor, 0, NULL);
    sources[member] = 0;
    playing[member] = -1;
}

static void drive(void *self, stage *on_stage, float dt)
{
    (void)self;
    (void)dt;
    for (int i = 0; i < on_stage->count; i++) {
        stage_member *m = &on_stage->members[i];
        caper_error error = {0};
        if (m->actor && p.nearest >= 0 && playing[i] != p.nearest && !m->problem[0] &&
            !play(on_stage, i, FADE, &error)) {
            snprintf(m->problem, sizeof m->problem, "%s", error.message);
        }
    }
}

static const stage_driver driver = {.name = "space", .update = drive, .start = start, .stop = stop};

const stage_driver *space_driver(void)
{
    return &driver;
}

// --- the frame -----------------------------------------------------------------------------------

void space_update(studio *s)
{
    asset *wanted = s->doc.state.space;
    if (p.space != wanted) {
        bool on = s->stage.driver == &driver;
        change(&s->stage, wanted);
        if (on && wanted) {
            stage_drive(&s->stage, &driver);
        }
    }
    synth_note note;
    bool was = synth_running(&p.run);
    while (synth_poll(&p.run, &note)) {
        if (note.sample >= 0 && note.sample < p.sample_count && p.run.space == p.space) {
            asset *old = p.clips[note.sample];
            if (old && !note.solved) {
                continue; // what plays goes on
            }
            p.states[note.sample] = note.solved ? SAMPLE_SOLVED : SAMPLE_FAILED;
        }
    }
    if (was && !synth_running(&p.run)) {
        studio_say(s, p.run.solved == 0, "%s", p.run.text);
    }
    if (p.space) {
        follow_sliders(&s->doc.state.setup);
        find_nearest();
    }
}

bool space_synth(studio *s, const char *folder, const char *only, caper_error *error)
{
    space_update(s);
    if (!p.space) {
        return caper_error_set(error, CAPER_ERROR_INVALID, "synth", 0, 0,
                               "found no parameter space: open one first");
    }
    bool on = s->stage.driver == &driver;
    snprintf(p.folder, sizeof p.folder, "%s", folder);
    change(&s->stage, p.space);
    bool good = synth_start(&p.run, p.space, p.folder, only, error);
    find_nearest();
    if (on) {
        stage_drive(&s->stage, &driver);
    }
    return good;
}

void space_stop(void)
{
    synth_stop(&p.run);
}

void space_close(studio *s)
{
    synth_stop(&p.run);
    forget(&s->stage);
    p = (space_player){.folder = "clips", .nearest = -1};
}

#else

const stage_driver *space_driver(void)
{
    return NULL;
}

#endif
