// SPDX-License-Identifier: MIT
//
// One sample, from its description to its files. The report is written last: a sample without one
// was not finished, whatever else lies in the folder.
#include "spacetime/work.h"

#include "base/json.h"
#include "spacetime/solution.h"
#include "spacetime/warm.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

void caperi_work_path(const caper_synth_job *job, const char *name, const char *ending,
                      char out[CAPERI_PATH_MAX])
{
    snprintf(out, CAPERI_PATH_MAX, "%s/%s.%s", job->folder, name, ending);
}

// -- Reports --------------------------------------------------------------------------------------

static void write_members(caper_json_writer *w, const caperi_task *task,
                          const caper_spacetime_report *r)
{
    char hash[24];
    snprintf(hash, sizeof hash, "%016llx", (unsigned long long)task->hash);
    caper_json_string(caper_json_key(w, "sample"), task->name);
    caper_json_string(caper_json_key(w, "hash"), hash);
    caper_json_bool(caper_json_key(w, "solved"), r->solved);
    caper_json_string(caper_json_key(w, "status"), r->status);
    const struct {
        const char *key;
        double value;
    } numbers[] = {{"cost", r->cost}, {"violation", r->violation}, {"seconds", r->seconds}};
    for (int i = 0; i < CAPER_COUNT_OF(numbers); i++) {
        caper_json_double(caper_json_key(w, numbers[i].key),
                          isfinite(numbers[i].value) ? numbers[i].value : 1e30);
    }
    caper_json_string(caper_json_key(w, "worst"), r->worst);
    const struct {
        const char *key;
        int value;
    } counts[] = {{"iterations", r->iterations},
                  {"variables", r->variable_count},
                  {"constraints", r->constraint_count}};
    for (int i = 0; i < CAPER_COUNT_OF(counts); i++) {
        caper_json_int(caper_json_key(w, counts[i].key), counts[i].value);
    }
}

static bool finish_file(caper_json_writer *w, const char *path, caper_error *error)
{
    size_t size = 0;
    const char *text = caper_json_writer_finish(w, &size, error);
    bool good = text && caper_file_write(path, text, size, error);
    caper_json_writer_free(w);
    return good;
}

static bool write_report(const caper_synth_job *job, const caperi_task *task,
                         const caper_spacetime_report *report,
                         const caper_spacetime_solution *solution, caper_error *error)
{
    char path[CAPERI_PATH_MAX];
    caper_json_writer w;
    caperi_work_path(job, task->name, "report.json", path);
    caper_json_writer_init(&w, NULL, 2);
    caper_json_begin_object(&w);
    write_members(&w, task, report);
    if (solution) {
        caper_spacetime_travel t = caperi_spacetime_solution_travel(solution);
        caper_json_double(caper_json_key(&w, "duration"),
                          caperi_spacetime_solution_duration(solution));
        caper_json_begin_array(caper_json_key(&w, "travel"));
        caper_json_double(&w, t.x);
        caper_json_double(&w, t.z);
        caper_json_double(&w, t.turn);
        caper_json_end_array(&w);
    }
    caper_json_end_object(&w);
    return finish_file(&w, path, error);
}

bool caperi_work_write_failure(const caper_synth_job *job, const caperi_task *task,
                               const char *status, caper_error *error)
{
    caper_spacetime_report report = {.solved = false};
    snprintf(report.status, sizeof report.status, "%s", status);
    return write_report(job, task, &report, NULL, error);
}

static bool get_text(const caperi_json *json, const char *key, char *out, size_t size)
{
    const char *text;
    if (!caperi_json_get_string(json, json->root, key, CAPERI_REQUIRED, &text)) {
        return false;
    }
    snprintf(out, size, "%s", text);
    return true;
}

static bool take_report(const caperi_json *json, uint64_t hash, caper_spacetime_report *r)
{
    char text[24], wanted[24];
    snprintf(wanted, sizeof wanted, "%016llx", (unsigned long long)hash);
    if (!caperi_json_object(json, json->root) || !get_text(json, "hash", text, sizeof text) ||
        (hash && strcmp(text, wanted) != 0)) {
        return false;
    }
    return caperi_json_get_bool(json, json->root, "solved", CAPERI_REQUIRED, &r->solved) &&
           get_text(json, "status", r->status, sizeof r->status) &&
           get_text(json, "worst", r->worst, sizeof r->worst) &&
           caperi_json_get_double(json, json->root, "cost", CAPERI_REQUIRED, &r->cost) &&
           caperi_json_get_double(json, json->root, "violation", CAPERI_REQUIRED, &r->violation) &&
           caperi_json_get_double(json, json->root, "seconds", CAPERI_REQUIRED, &r->seconds) &&
           caperi_json_get_int(json, json->root, "iterations", CAPERI_REQUIRED, 0, 1 << 30,
                               &r->iterations);
}

bool caperi_work_read_report(const char *path, uint64_t hash, caper_spacetime_report *report)
{
    caperi_json json;
    memset(report, 0, sizeof *report);
    if (!caperi_json_open_file(&json, path, NULL, NULL)) {
        return false;
    }
    bool good = take_report(&json, hash, report);
    caperi_json_free(&json);
    return good;
}

// -- Dynamics -------------------------------------------------------------------------------------

typedef caper_vec3 vector_at(const caper_spacetime_solution *solution, int body, double time);

// The vectors of each body that has any, frame by frame.
static void write_vectors(caper_json_writer *w, const caper_clip *clip,
                          const caper_spacetime_solution *s, vector_at *at)
{
    caper_json_begin_object(w);
    for (int body = 0; body < clip->skeleton.body_count; body++) {
        float largest = 0;
        for (int i = 0; i < clip->frame_count; i++) {
            caper_vec3 v = at(s, body, (double)i / (double)clip->rate);
            largest = fmaxf(largest, caper_vec3_length(v));
        }
        if (!(largest > 1e-6f)) {
            continue;
        }
        caper_json_begin_array(caper_json_key(w, clip->skeleton.names[body]));
        for (int i = 0; i < clip->frame_count; i++) {
            caper_vec3 v = at(s, body, (double)i / (double)clip->rate);
            // tenths of a newton: what is below is the solver's tolerance
            const float xyz[3] = {roundf(v.x * 10) / 10, roundf(v.y * 10) / 10,
                                  roundf(v.z * 10) / 10};
            caper_json_floats(w, xyz, 3);
        }
        caper_json_end_array(w);
    }
    caper_json_end_object(w);
}

static bool write_dynamics(const caperi_work *work, const caper_clip *clip,
                           const caper_spacetime_solution *s, caper_error *error)
{
    char path[CAPERI_PATH_MAX];
    caper_json_writer w;
    caperi_work_path(work->job, work->task->name, "dynamics.json", path);
    caper_json_writer_init(&w, NULL, 0);
    caper_json_begin_object(&w);
    caper_json_float(caper_json_key(&w, "rate"), clip->rate);
    write_vectors(caper_json_key(&w, "forces"), clip, s, caper_spacetime_solution_force);
    write_vectors(caper_json_key(&w, "torques"), clip, s, caper_spacetime_solution_torque);
    caper_json_end_object(&w);
    return finish_file(&w, path, error);
}

// -- The solve ------------------------------------------------------------------------------------

static caper_spacetime_solution *load_start(const caperi_work *work)
{
    char path[CAPERI_PATH_MAX];
    if (!work->neighbor) {
        return NULL;
    }
    caperi_work_path(work->job, work->neighbor->name, "start", path);
    return caperi_warm_load(path, work->task->shape);
}

static caper_spacetime_solution *solve(const caperi_work *work, caperi_sample *sample,
                                       caper_spacetime_report *report, caper_error *error)
{
    caper_spacetime_solution *start = load_start(work);
    sample->job.start = start;
    caper_spacetime_solution *solution = caper_spacetime_solve(&sample->job, report, error);
    sample->job.start = NULL;
    caper_spacetime_solution_destroy(start);
    return solution;
}

// What a clip is about, so that a path through a graph can ask for it: the names of the sample's
// values; of a transition, that it is one and what both of its clips are about.
enum {
    MOST_TAGS = 64
};

static void add_tag(const char **tags, int *count, const char *tag)
{
    for (int i = 0; i < *count; i++) {
        if (strcmp(tags[i], tag) == 0) {
            return;
        }
    }
    if (*count < MOST_TAGS) {
        tags[(*count)++] = tag;
    }
}

static int tags_of(const caperi_sample *sample, const char **tags)
{
    const caper_space *space = sample->space;
    int count = 0;
    for (int i = 0; i < space->dimension_count; i++) {
        const char *name = caper_space_sample_value(space, sample->index, i);
        if (name) {
            add_tag(tags, &count, name);
        }
    }
    for (int i = 0; i < 2; i++) {
        const caper_clip *clip = sample->clips[i];
        if (clip) {
            add_tag(tags, &count, "transition");
        }
        for (int k = 0; clip && k < clip->tag_count; k++) {
            add_tag(tags, &count, clip->tags[k]);
        }
    }
    return count;
}

static bool write_clip(const caper_clip *clip, const caperi_sample *sample, const char *path,
                       caper_error *error)
{
    const char *tags[MOST_TAGS];
    caper_clip tagged = *clip; // shares everything else
    tagged.tag_count = tags_of(sample, tags);
    tagged.tags = tags;
    return caper_clip_save(&tagged, path, error);
}

static bool write_files(const caperi_work *work, const caperi_sample *sample,
                        const caper_spacetime_solution *solution, caper_error *error)
{
    char path[CAPERI_PATH_MAX];
    caper_clip *clip = caper_spacetime_clip(solution, work->task->name, work->job->rate, error);
    if (!clip) {
        return false;
    }
    caperi_work_path(work->job, work->task->name, "clip.json", path);
    bool good =
        write_clip(clip, sample, path, error) && write_dynamics(work, clip, solution, error);
    caperi_work_path(work->job, work->task->name, "start", path);
    good = good && caperi_warm_save(solution, work->task->shape, path, error);
    caper_clip_destroy(clip);
    return good;
}

// A clip of an earlier run must not outlive its reason.
static void remove_files(const caperi_work *work)
{
    static const char *const endings[] = {"report.json", "clip.json", "dynamics.json", "start"};
    for (int i = 0; i < CAPER_COUNT_OF(endings); i++) {
        char path[CAPERI_PATH_MAX];
        caperi_work_path(work->job, work->task->name, endings[i], path);
        remove(path);
    }
}

bool caperi_work_sample(const caper_synth_job *job, int index, caperi_sample *sample,
                        caper_error *error)
{
    if (!caperi_sample_init(sample, job->space, index, error)) {
        return false;
    }
    if (job->timing != CAPER_SYNTH_TIMING_OF_SPACE) {
        sample->description.timing = (caperi_timing)job->timing;
    }
    for (int i = 0; i < 2; i++) {
        const caperi_space_state *state = &sample->description.states[i];
        sample->clips[i] =
            state->clip && job->clip ? job->clip(job->user, state->clip, error) : NULL;
        if (state->clip && !sample->clips[i]) {
            caper_error why = *error;
            return caper_error_set(error, CAPER_ERROR_INVALID, state->place.source,
                                   state->place.line, state->place.column, "%.80s: %s", state->clip,
                                   job->clip ? why.message : "clips are not read here");
        }
    }
    return true;
}

static caper_spacetime_solution *find_motion(const caperi_work *work, caperi_sample *sample,
                                             caper_spacetime_report *report, caper_error *error)
{
    caperi_timing timing = sample->description.timing;
    if (timing == CAPERI_TIMING_SEARCH) {
        return caperi_timing_search(sample, work->job->search_count, work->jobs, report, error);
    }
    if (timing == CAPERI_TIMING_DURATIONS || timing == CAPERI_TIMING_IMPLICIT) {
        caper_spacetime_solution *start = load_start(work);
        caper_spacetime_solution *solution =
            caperi_timing_durations(sample, timing == CAPERI_TIMING_IMPLICIT, start, report, error);
        caper_spacetime_solution_destroy(start);
        return solution;
    }
    return solve(work, sample, report, error);
}

bool caperi_work_run(const caperi_work *work, caper_error *error)
{
    caperi_sample sample;
    caper_spacetime_report report = {.solved = false};
    bool good = caperi_work_sample(work->job, work->task->sample, &sample, error) &&
                caperi_sample_make(&sample, work->task->character, error);
    caper_spacetime_solution *solution = good ? find_motion(work, &sample, &report, error) : NULL;
    good = solution != NULL;
    bool wanted = isinf(work->bound) || (report.solved && report.cost < work->bound);
    if (good && wanted && caperi_process_attended(work->parent)) {
        remove_files(work);
        good = (!report.solved || write_files(work, &sample, solution, error)) &&
               write_report(work->job, work->task, &report, solution, error);
    }
    caper_spacetime_solution_destroy(solution);
    caperi_sample_free(&sample);
    return good;
}
