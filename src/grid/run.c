// SPDX-License-Identifier: MIT
//
// The run: bodies are rows, acts are columns, and a worker takes a few columns of one row at a
// time, so that it holds one body and memory does not grow with the number of pairs (but for 8
// bytes a pair that a resumed file already has). Each pair is one write of whole lines, so a kill
// loses at most the pairs in work. A line is an answer to its names and to the content behind them:
// when either the body or the act is another now, the line goes and the pair is done again.
#define _POSIX_C_SOURCE 200809L
#include "grid/grid.h"

#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <time.h>

/// Acts of one body that a worker takes at a time: loading a rig costs as much as some of them.
#define UNIT_ACTS 32

typedef struct named {
    const char *name;
    int index;
} named;

typedef struct run {
    caper_grid_job *job;
    FILE *file;
    named *bodies, *acts; // by name
    int64_t stale;        // lines that answer to another content
    uint64_t *known;      // sorted hashes of pairs that the file has
    size_t known_count;
    int64_t first, last; // pairs of the shard, body by body
    int units_per_body;
    pthread_mutex_t lock; // of all below, and of the file
    int64_t done;
    bool stopped;
    bool failed;
    caper_error error;
} run;

caper_grid_job caper_grid_job_default(void)
{
    caper_grid_job job;
    memset(&job, 0, sizeof job);
    job.rate = 30;
    job.walk_seconds = 4;
    job.shard_count = 1;
    job.cookie = CAPER_DEF_COOKIE;
    return job;
}

static bool valid_job(const caper_grid_job *job, caper_error *error)
{
    bool good = job && job->cookie == CAPER_DEF_COOKIE && job->body_count >= 0 &&
                job->act_count >= 0 && job->finder.find && job->finder.release;
    CAPER_ASSERT(good);
    good = good && job->rate >= 1 && job->rate <= 1000 && job->walk_seconds > 0 &&
           job->walk_seconds <= 3600 && job->shard_count >= 1 && job->shard >= 0 &&
           job->shard < job->shard_count;
    return good || caper_error_set(error, CAPER_ERROR_INVALID, "grid", 0, 0,
                                   "rate, seconds or shard out of range, or no finder");
}

// -------------------------------------------------------------------------------------------
// resume

static int compare_hashes(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return x < y ? -1 : x > y;
}

static int compare_named(const void *a, const void *b)
{
    return strcmp(((const named *)a)->name, ((const named *)b)->name);
}

static int find_named(const named *list, int count, const char *name)
{
    named wanted = {name, -1};
    const named *found =
        count > 0 ? bsearch(&wanted, list, (size_t)count, sizeof *list, compare_named) : NULL;
    return found ? found->index : -1;
}

static bool sort_names(run *r)
{
    const caper_grid_job *job = r->job;
    r->bodies = calloc((size_t)job->body_count + 1, sizeof *r->bodies);
    r->acts = calloc((size_t)job->act_count + 1, sizeof *r->acts);
    if (!r->bodies || !r->acts) {
        return false;
    }
    for (int i = 0; i < job->body_count; i++) {
        r->bodies[i] = (named){job->bodies[i], i};
    }
    for (int i = 0; i < job->act_count; i++) {
        r->acts[i] = (named){job->acts[i].name, i};
    }
    qsort(r->bodies, (size_t)job->body_count, sizeof *r->bodies, compare_named);
    qsort(r->acts, (size_t)job->act_count, sizeof *r->acts, compare_named);
    return true;
}

// What a pair is made from, in a number; 0 where somebody does not say.
static uint64_t inputs_of(const caper_grid_job *job, int row, int act)
{
    const uint64_t keys[2] = {job->body_keys ? job->body_keys[row] : 0, job->acts[act].key};
    return keys[0] && keys[1] ? caper_hash64(keys, sizeof keys, 0) : 0;
}

static bool is_stale(const run *r, const caper_grid_item *item)
{
    int row = find_named(r->bodies, r->job->body_count, item->body);
    int act = find_named(r->acts, r->job->act_count, item->act);
    uint64_t inputs = row >= 0 && act >= 0 ? inputs_of(r->job, row, act) : 0;
    return inputs != 0 && item->inputs != inputs;
}

static uint64_t pair_hash(const char *body, const char *act)
{
    return caper_hash64(act, strlen(act) + 1, caper_hash64(body, strlen(body) + 1, 0));
}

static bool add_known(run *r, uint64_t hash)
{
    if ((r->known_count & (r->known_count - 1)) == 0) {
        size_t capacity = r->known_count ? 2 * r->known_count : 64;
        uint64_t *grown = realloc(r->known, capacity * sizeof *grown);
        if (!grown) {
            return false;
        }
        r->known = grown;
    }
    r->known[r->known_count++] = hash;
    return true;
}

// What the file already has. Where a line was cut off, it is cut off too.
static bool read_known(run *r, const caper_text *head, long *end, caper_error *error)
{
    const char *path = r->job->path;
    caper_text line;
    caper_text_init(&line, NULL);
    bool good = true;
    caper_grid_item item;
    int number = 1;
    for (; good && caperi_grid_line(r->file, &line, end); number++) {
        if (number == 1) {
            good = (line.size == head->size && memcmp(line.data, head->data, head->size) == 0) ||
                   caper_error_set(error, CAPER_ERROR_INVALID, path, 1, 1,
                                   "the file is of another run (seed, rate or variants differ): "
                                   "choose another folder or remove it");
            continue;
        }
        good = caper_grid_parse(line.data, line.size, path, number, &item, error);
        if (good && is_stale(r, &item)) {
            r->stale++;
            continue;
        }
        uint64_t hash = good ? pair_hash(item.body, item.act) : 0;
        bool again = r->known_count > 0 && r->known[r->known_count - 1] == hash; // a variant
        if (good && !again && !add_known(r, hash)) {
            good = caper_error_set(error, CAPER_ERROR_MEMORY, path, 0, 0, "no memory to resume");
        }
    }
    if (good && line.failed) { // what follows is not at an end, and must not be cut off
        good = caper_error_set(error, CAPER_ERROR_MEMORY, path, 0, 0, "no memory to resume");
    }
    caper_text_free(&line);
    if (r->known_count > 0) {
        qsort(r->known, r->known_count, sizeof *r->known, compare_hashes);
    }
    return good;
}

// The file again, without what is stale. `end` is where the last whole line ended.
static bool drop_stale(const run *r, long *end, caper_error *error)
{
    char part[1400];
    const char *path = r->job->path;
    snprintf(part, sizeof part, "%s.part", path);
    FILE *from = fopen(path, "rb"), *to = from ? fopen(part, "wb") : NULL;
    caper_text line;
    caper_text_init(&line, NULL);
    caper_grid_item item;
    caper_error why = {0};
    long at = 0, written = 0;
    bool good = to != NULL;
    for (int number = 1; good && caperi_grid_line(from, &line, &at) && at < *end; number++) {
        good = number == 1 || caper_grid_parse(line.data, line.size, path, number, &item, &why);
        if (good && (number == 1 || !is_stale(r, &item))) {
            good = fwrite(line.data, 1, line.size, to) == line.size && fputc('\n', to) == '\n';
            written += (long)line.size + 1;
        }
    }
    if (line.failed) {
        good = caper_error_set(&why, CAPER_ERROR_MEMORY, path, 0, 0, "no memory to resume");
    }
    good = good && !ferror(from);
    caper_text_free(&line);
    if (from) {
        fclose(from);
    }
    good = to && fclose(to) == 0 && good && caper_file_replace(part, path, &why);
    *end = written;
    if (!good && why.status == CAPER_OK) {
        caper_error_set(&why, CAPER_ERROR_IO, path, 0, 0, "cannot be rewritten");
    }
    if (!good && to) {
        remove(part);
    }
    if (!good && error) {
        *error = why;
    }
    return good;
}

static bool open_file(run *r, caper_error *error)
{
    const char *path = r->job->path;
    if (!path) {
        return true;
    }
    caper_text head;
    caper_text_init(&head, NULL);
    caperi_grid_head(r->job, &head);
    long end = 0;
    bool good = !head.failed ||
                caper_error_set(error, CAPER_ERROR_MEMORY, path, 0, 0, "no memory for its head");
    good = good && (sort_names(r) ||
                    caper_error_set(error, CAPER_ERROR_MEMORY, path, 0, 0, "no memory for names"));
    r->file = good ? fopen(path, "rb") : NULL;
    good = good && (!r->file || read_known(r, &head, &end, error));
    if (r->file) {
        fclose(r->file);
    }
    r->file = NULL;
    good = good && (r->stale == 0 || drop_stale(r, &end, error));
    if (good) {
        good = (end == 0 || truncate(path, end) == 0) &&
               (r->file = fopen(path, end == 0 ? "wb" : "ab")) != NULL &&
               (end > 0 || (fwrite(head.data, 1, head.size, r->file) == head.size &&
                            fputc('\n', r->file) == '\n' && fflush(r->file) == 0));
        if (!good) {
            caper_error_set(error, CAPER_ERROR_IO, path, 0, 0, "cannot be written");
        }
    }
    caper_text_free(&head);
    return good;
}

static bool is_known(const run *r, const char *body, const char *act)
{
    uint64_t hash = pair_hash(body, act);
    return r->known_count > 0 &&
           bsearch(&hash, r->known, r->known_count, sizeof hash, compare_hashes) != NULL;
}

// ---------------------------------------------------------------------------------------------
// work

// Hand over the lines of one pair, all at once.
static void hand_over(run *r, const caper_text *lines, const caper_grid_item *items, int count)
{
    caper_grid_job *job = r->job;
    pthread_mutex_lock(&r->lock);
    if (r->file && !r->failed &&
        (lines->failed || fwrite(lines->data, 1, lines->size, r->file) != lines->size ||
         fflush(r->file) != 0)) {
        r->failed = true;
        caper_error_set(&r->error, CAPER_ERROR_IO, job->path, 0, 0, "cannot be written");
    }
    for (int i = 0; i < count; i++) {
        caper_grid_count(&job->counts, &items[i]);
        if (job->done) {
            job->done(job->done_user, &items[i]);
        }
    }
    r->done++;
    double share = (double)r->done / (double)(r->last > r->first ? r->last - r->first : 1);
    if (!caper_progress_report(job->progress, share, items[0].body)) {
        r->stopped = true;
    }
    pthread_mutex_unlock(&r->lock);
}

static bool write_item(const caper_grid_item *item, caper_text *lines)
{
    caper_json_writer w;
    caper_json_writer_init(&w, NULL, 0);
    caper_grid_write(item, &w);
    bool good = w.status == CAPER_OK && caper_text_append(lines, w.text.data, w.text.size) &&
                caper_text_append(lines, "\n", 1);
    caper_json_writer_free(&w);
    lines->failed = lines->failed || !good;
    return good;
}

// 0: there was no memory to count them.
static int variants_of(const caper_grid_job *job, const caper_grid_act *act,
                       const caper_character *c)
{
    if (!job->all_variants || act->kind != CAPER_GRID_MOTION || act->problem) {
        return 1;
    }
    caper_error why = {0};
    caper_binding *binding = caper_binding_create(act->motion, c, NULL, &why);
    int count = binding && binding->variant_count > 0 ? binding->variant_count : 1;
    caper_binding_destroy(binding);
    return why.status == CAPER_ERROR_MEMORY ? 0 : count;
}

static void do_pair(run *r, int row, const caper_grid_body *body, const caper_error *why,
                    int column)
{
    caper_grid_job *job = r->job;
    const char *name = job->bodies[row];
    const caper_grid_act *act = &job->acts[column];
    int variants = body->character ? variants_of(job, act, body->character) : 1;
    caper_text lines;
    caper_text_init(&lines, NULL);
    caper_grid_item *items = variants > 0 ? malloc((size_t)variants * sizeof *items) : NULL;
    bool known = items && (body->character || why->status != CAPER_ERROR_MEMORY);
    for (int v = 0; known && v < variants; v++) {
        caper_grid_item *item = &items[v];
        if (body->character) {
            caperi_grid_judge(job, name, body, act, job->all_variants ? v : -1, item);
        } else {
            memset(item, 0, sizeof *item);
            caperi_utf8_copy(item->body, sizeof item->body, name);
            caperi_utf8_copy(item->act, sizeof item->act, act->name);
            item->status = CAPER_GRID_ERROR;
            item->seed = caperi_grid_seed(job, name, act->name);
            item->worst_time = -1;
            item->variant = -1;
            caper_error_text(why, item->why, sizeof item->why);
        }
        item->inputs = inputs_of(job, row, column);
        known = !item->unknown;
        write_item(item, &lines);
    }
    if (known) {
        hand_over(r, &lines, items, variants);
    } else {
        pthread_mutex_lock(&r->lock);
        r->failed = !caper_error_set(&r->error, CAPER_ERROR_MEMORY, "grid", 0, 0, "no memory");
        pthread_mutex_unlock(&r->lock);
    }
    free(items);
    caper_text_free(&lines);
}

static bool is_over(run *r)
{
    pthread_mutex_lock(&r->lock);
    bool over = r->stopped || r->failed;
    pthread_mutex_unlock(&r->lock);
    return over;
}

// Some acts of one body.
static void do_unit(run *r, int row, int from, int to)
{
    caper_grid_job *job = r->job;
    const char *name = job->bodies[row];
    caper_grid_body body = {0};
    caper_error why = {0};
    bool tried = false;
    for (int a = from; a < to && !is_over(r); a++) {
        int64_t pair = (int64_t)row * job->act_count + a;
        if (pair < r->first || pair >= r->last) {
            continue;
        }
        if (is_known(r, name, job->acts[a].name)) {
            pthread_mutex_lock(&r->lock);
            job->resumed++;
            r->done++;
            pthread_mutex_unlock(&r->lock);
            continue;
        }
        if (!tried && !job->finder.find(job->finder.user, name, &body, &why)) {
            body.character = NULL;
        }
        tried = true;
        do_pair(r, row, &body, &why, a);
    }
    if (body.character) {
        job->finder.release(job->finder.user, &body);
    }
}

static void do_units(void *user, int begin, int end, int worker)
{
    run *r = user;
    (void)worker;
    for (int u = begin; u < end; u++) {
        int row = u / r->units_per_body, part = u % r->units_per_body;
        int to = (part + 1) * UNIT_ACTS;
        do_unit(r, row, part * UNIT_ACTS, to < r->job->act_count ? to : r->job->act_count);
    }
}

bool caper_grid_run(caper_grid_job *job, caper_error *error)
{
    if (!valid_job(job, error)) {
        return false;
    }
    run r;
    double begin = caper_clock_now();
    clock_t work = clock();
    memset(&r, 0, sizeof r);
    r.job = job;
    memset(&job->counts, 0, sizeof job->counts);
    job->resumed = 0;
    int64_t pairs = (int64_t)job->body_count * job->act_count;
    r.first = pairs * job->shard / job->shard_count;
    r.last = pairs * (job->shard + 1) / job->shard_count;
    r.units_per_body = (job->act_count + UNIT_ACTS - 1) / UNIT_ACTS;
    bool good = open_file(&r, error);
    if (good && pthread_mutex_init(&r.lock, NULL) == 0) {
        caper_parallel_for(job->pool, job->body_count * r.units_per_body, 1, do_units, &r);
        pthread_mutex_destroy(&r.lock);
        if (r.failed && error) {
            *error = r.error;
        }
        good = !r.failed && (!r.stopped || caper_error_set(error, CAPER_ERROR_CANCELED, "grid", 0,
                                                           0, "canceled; what is done is kept"));
    }
    if (r.file && fclose(r.file) != 0 && good) {
        good = caper_error_set(error, CAPER_ERROR_IO, job->path, 0, 0, "cannot be written");
    }
    free(r.known);
    free(r.bodies);
    free(r.acts);
    job->seconds = caper_clock_now() - begin;
    job->work = (double)(clock() - work) / CLOCKS_PER_SEC;
    return good;
}
