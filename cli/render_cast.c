// SPDX-License-Identifier: MIT
#define _POSIX_C_SOURCE 200809L
//
// Loads and poses the cast of a picture. Clips are sampled once over the time that is shown, which
// gives the bounds of the action (for the camera), the trails, and where everyone is at any time.
#include "record.h"
#include "render_cast.h"

#include "caper/quality.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SAMPLE_RATE 60.0f
#define MOST_SAMPLES 7200
#define CONTACT_COLOR 0x2a9d6e

// --- loading -----------------------------------------------------------------------------------

// The motion of a member, played by the character of --on.
static bool play_motion(cast_member *m, caper_error *error)
{
    cli_take take = {.character = m->on.character, .motion = m->asset.motion, .variant = -1};
    take.rate = SAMPLE_RATE;
    m->clip = m->made = cli_record(&take, error);
    return m->made != NULL;
}

// Who plays the clip or motion: the character of --on. False: nobody can.
static bool load_on(cast_member *m, const render_job *job, const char *on, bool first,
                    caper_error *error)
{
    cli_reading reading = job->reading; // --clip is about the inputs
    reading.clip = NULL;
    bool motion = m->asset.kind == CAPER_ASSET_MOTION;
    if (motion ? !cli_load_actor(on, &reading, &m->on, error)
               : !cli_load_kind(on, CAPER_ASSET_CHARACTER, &reading, &m->on, error)) {
        return false;
    }
    if (first && !motion) {
        cli_print_warnings(on, &m->on);
    }
    return !motion || play_motion(m, error);
}

static bool set_member(cast_member *m, const render_job *job, const char *path, caper_error *error)
{
    m->character = m->on.character ? m->on.character : m->asset.character;
    if (m->asset.kind == CAPER_ASSET_CHARACTER || !m->clip || m->made) {
        snprintf(m->label, sizeof(m->label), "%s", m->character->name);
    }
    bool chosen = m->clip == m->asset.clip;
    if (m->clip && !m->made && !cli_clip_fits(&m->asset, m->clip, m->character, path, error)) {
        return false;
    }
    m->clip = chosen ? m->asset.clip : m->clip;
    const caper_import *import = m->on.import ? m->on.import : m->asset.import;
    if (import && import->character == m->character && !job->bodies) {
        m->skins = import->skins;
        m->skin_count = import->skin_count;
    }
    m->limbs = !job->bodies && (m->on.character ? m->on.tagged : m->asset.tagged);
    if (job->skin && m->skin_count == 0) {
        return caper_error_set(error, CAPER_ERROR_INVALID, path, 0, 0,
                               "found no skin, expected one for --skin");
    }
    // deforms are drawn where clip and character agree on them
    int deforms = m->clip && m->clip->deform_count == m->character->deform_count
                      ? m->character->deform_count
                      : 0;
    m->local = caper_pose_create(m->character->body_count, deforms, NULL);
    m->model = caper_pose_create(m->character->body_count, deforms, NULL);
    return (m->local.bodies && m->model.bodies) ||
           caper_error_set(error, CAPER_ERROR_MEMORY, path, 0, 0, "out of memory");
}

static bool set_times(cast_member *m, const render_job *job, const char *path, caper_error *error)
{
    float duration = m->clip ? m->clip->duration : 0.0f;
    m->start = job->from >= 0 ? (float)job->from : 0.0f;
    m->end = job->to >= 0 ? (float)job->to : duration;
    if (!m->clip) {
        m->start = m->end = 0.0f;
        return true;
    }
    if (m->end > duration && !m->clip->loops) {
        m->end = duration;
    }
    if (m->start > m->end) {
        return caper_error_set(error, CAPER_ERROR_INVALID, path, 0, 0,
                               "the clip lasts %.3g s, so there is nothing from %.3g s to %.3g s",
                               (double)duration, (double)m->start, (double)m->end);
    }
    return true;
}

// What one input stands for.
static bool load_member(cast_member *m, const render_job *job, const char *path, caper_error *error)
{
    cli_plain_name(path, m->label, sizeof(m->label));
    if (!cli_load(path, &job->reading, &m->asset, error)) {
        return false;
    }
    cli_print_warnings(path, &m->asset);
    m->clip = job->rest ? NULL : m->asset.clip;
    return m->asset.kind != CAPER_ASSET_MOTION || job->on ||
           caper_error_set(error, CAPER_ERROR_UNSUPPORTED, path, 0, 0,
                           "found a motion, which has no character: choose one with --on");
}

static void free_member(cast_member *m)
{
    caper_pose_destroy(&m->local, NULL);
    caper_pose_destroy(&m->model, NULL);
    free(m->trail_points);
    free(m->boxes);
    free(m->centers);
    caper_contacts_destroy(&m->found);
    caper_clip_destroy(m->made);
    cli_unload(&m->asset);
    cli_unload(&m->on);
}

// Only the name stays.
static void empty_member(cast_member *m)
{
    cast_member empty = {0};
    memcpy(empty.label, m->label, sizeof(empty.label));
    free_member(m);
    *m = empty;
}

// Shapes and feet of an inferred body may be others than those of who was animated.
static void tell_guesses(const cast *c, const render_job *job)
{
    for (int i = 0; i < c->count; i++) {
        const cast_member *m = &c->members[i];
        if (!cli_is_guess(&m->asset, m->on.character)) {
            continue;
        }
        fprintf(stderr, "note: %s is drawn on " CLI_GUESS "\n", m->label);
        if (i == 0) { // it has the world made to its measure
            cli_warn_guessed_scale(m->label, job->scale);
        }
    }
}

// The names of --on, parted by commas; but "random:SEED,DIFFICULTY" is one.
typedef struct on_list {
    char *text;
    const char *names[64];
    int count; // -1: no memory
} on_list;

static on_list split_on(const char *on)
{
    on_list list = {NULL, {NULL}, 0};
    list.text = on ? strdup(on) : NULL;
    if (on && !list.text) {
        list.count = -1;
    }
    for (char *at = list.text; at && list.count < CAPER_COUNT_OF(list.names);) {
        list.names[list.count++] = at;
        char *comma = strchr(at, ',');
        if (comma && strncmp(at, "random:", 7) == 0 &&
            (comma[1] == '.' || comma[1] == '0' || comma[1] == '1')) {
            comma = strchr(comma + 1, ',');
        }
        if (comma) {
            *comma = '\0';
        }
        at = comma ? comma + 1 : NULL;
    }
    return list;
}

// One input, played by `on` where it is a motion or clip. A world becomes the world.
static bool add_member(cast *c, const render_job *job, int input, const char *on, bool sheet,
                       int most, caper_error *error)
{
    const char *path = job->inputs[input];
    cast_member *m = &c->members[c->count++]; // from here on cast_free frees it
    bool good = load_member(m, job, path, error);
    if (good && m->asset.kind == CAPER_ASSET_WORLD) {
        if (c->world.world) {
            return caper_error_set(error, CAPER_ERROR_INVALID, path, 0, 0,
                                   "found a second world, expected one");
        }
        c->world = m->asset;
        memset(m, 0, sizeof(*m));
        c->count--;
        return true;
    }
    if (good && on && (m->clip || m->asset.motion)) {
        bool first = true;
        for (int i = 0; i + 1 < c->count; i++) {
            first = first && !c->members[i].on.character;
        }
        if (!load_on(m, job, on, first, error)) {
            return false;
        }
    }
    good = good && set_member(m, job, path, error) && set_times(m, job, path, error);
    if (!good && (!sheet || c->bad_count + 1 == most)) {
        return false;
    }
    if (!good) {
        cli_error(error);
        empty_member(m);
        c->bad_count++;
    }
    return true;
}

bool cast_load(cast *c, const render_job *job, bool sheet, caper_error *error)
{
    if (job->world && !cli_load_kind(job->world, CAPER_ASSET_WORLD, NULL, &c->world, error)) {
        return false;
    }
    if (job->world) {
        cli_print_warnings(job->world, &c->world);
    }
    on_list list = split_on(job->on);
    int most = job->input_count * (list.count > 1 ? list.count : 1);
    c->members = calloc((size_t)most + 1, sizeof(cast_member));
    if (!c->members || list.count < 0) {
        free(list.text);
        return caper_error_set(error, CAPER_ERROR_MEMORY, NULL, 0, 0, "out of memory");
    }
    bool good = true;
    for (int i = 0; i < job->input_count && good; i++) {
        int plays = 1;
        for (int k = 0; k < plays && good; k++) {
            good = add_member(c, job, i, k < list.count ? list.names[k] : NULL, sheet, most, error);
            cast_member *m = c->count > 0 ? &c->members[c->count - 1] : NULL;
            plays = good && m && m->on.character ? list.count : plays;
        }
    }
    free(list.text);
    if (!good) {
        return false;
    }
    tell_guesses(c, job);
    // of several characters the first has the world made to its measure
    return cli_scale_world(&c->world, job->scale, c->count > 0 ? c->members[0].character : NULL,
                           error);
}

void cast_free(cast *c)
{
    for (int i = 0; i < c->count; i++) {
        free_member(&c->members[i]);
    }
    free(c->members);
    cli_unload(&c->world);
}

// --- posing --------------------------------------------------------------------------------------

// The bare item: pose and place, without marks and trails.
static caper_render_item bare_item(cast_member *m, float time)
{
    caper_render_item item = caper_render_item_default();
    item.character = m->character;
    item.model = &m->model;
    item.skins = m->skins;
    item.skin_count = m->skin_count;
    item.limbs = m->limbs;
    if (m->clip) {
        caper_clip_sample(m->clip, time, &m->cursor, &m->local);
        caper_pose_to_model(&m->character->skeleton, &m->local, NULL, &m->model);
        item.root = caper_root_transform(caper_clip_sample_root(m->clip, time));
    } else {
        memcpy(m->model.bodies, m->character->rest_model,
               (size_t)m->character->body_count * sizeof(caper_transform));
    }
    item.root.position = caper_vec3_add(item.root.position, m->offset);
    return item;
}

static caper_vec3 body_center(const caper_render_item *item, int body)
{
    caper_transform t = caper_transform_mul(item->root, item->model->bodies[body]);
    return caper_transform_mul_point(t, item->character->bodies[body].box_center);
}

// Feet, graspers and heads leave trails, those nearest to the start of the file first.
static void choose_trails(cast_member *m)
{
    static const caper_caps wanted = CAPER_CAP_FOOT | CAPER_CAP_GRASPER | CAPER_CAP_HEAD;
    for (int i = 0; i < m->character->body_count && m->trail_count < CAST_TRAILS; i++) {
        if (m->character->bodies[i].caps & wanted) {
            m->trail_bodies[m->trail_count++] = i;
        }
    }
    if (m->trail_count == 0) {
        m->trail_bodies[m->trail_count++] = m->character->root_body;
    }
}

static bool sample_member(cast_member *m)
{
    float seconds = m->end - m->start;
    m->sample_rate = SAMPLE_RATE;
    if (seconds * m->sample_rate > (float)MOST_SAMPLES) {
        m->sample_rate = (float)MOST_SAMPLES / seconds;
    }
    m->sample_count = (int)ceilf(seconds * m->sample_rate) + 1;
    choose_trails(m);
    size_t count = (size_t)m->sample_count;
    m->trail_points = malloc(count * (size_t)m->trail_count * sizeof(caper_vec3));
    m->boxes = malloc(count * sizeof(caper_bounds));
    m->centers = malloc(count * sizeof(caper_vec3));
    if (!m->trail_points || !m->boxes || !m->centers) {
        return false;
    }
    for (int i = 0; i < m->sample_count; i++) {
        float time = caper_min(m->start + (float)i / m->sample_rate, m->end);
        caper_render_item item = bare_item(m, time);
        m->boxes[i] = caper_render_item_bounds(&item);
        m->centers[i] = body_center(&item, m->character->root_body);
        for (int k = 0; k < m->trail_count; k++) {
            m->trail_points[k * m->sample_count + i] = body_center(&item, m->trail_bodies[k]);
        }
    }
    return true;
}

// The clip's own contacts, or those that the detector finds.
static bool find_contacts(cast_member *m, const caper_world *world)
{
    caper_contacts_job *job = &m->found;
    *job = caper_contacts_job_default();
    job->character = m->character;
    job->clip = m->clip;
    job->world = world;
    if (m->clip->contact_count == 0 && !caper_contacts_detect(job, NULL)) {
        return false;
    }
    bool own = m->clip->contact_count > 0;
    m->contacts = own ? m->clip->contacts : job->contacts;
    m->contact_count = own ? m->clip->contact_count : job->contact_count;
    return true;
}

static caper_bounds action_of(const cast_member *m)
{
    caper_bounds b = caper_bounds_empty();
    for (int i = 0; i < m->sample_count; i++) {
        b = caper_bounds_union(b, m->boxes[i]);
    }
    return b;
}

static void move_member(cast_member *m, caper_vec3 by)
{
    m->offset = caper_vec3_add(m->offset, by);
    for (int i = 0; i < m->sample_count; i++) {
        m->boxes[i].min = caper_vec3_add(m->boxes[i].min, by);
        m->boxes[i].max = caper_vec3_add(m->boxes[i].max, by);
        m->centers[i] = caper_vec3_add(m->centers[i], by);
    }
    for (int i = 0; i < m->sample_count * m->trail_count; i++) {
        m->trail_points[i] = caper_vec3_add(m->trail_points[i], by);
    }
}

// From the first at the right of the viewer in front (+X is the characters' left) to the last.
static void place_side_by_side(cast *c)
{
    float gap = 0.0f, x = 0.0f;
    for (int i = 0; i < c->count; i++) {
        gap = caper_max(gap, 0.12f * c->members[i].character->size);
    }
    for (int i = 0; i < c->count; i++) {
        caper_bounds b = action_of(&c->members[i]);
        if (caper_bounds_is_empty(b)) {
            continue;
        }
        caper_vec3 by = {x - b.min.x, 0.0f, 0.0f};
        if (!c->members[i].clip) {
            by.z = -0.5f * (b.min.z + b.max.z);
        }
        move_member(&c->members[i], by);
        x += b.max.x - b.min.x + gap;
    }
    for (int i = 0; i < c->count; i++) {
        move_member(&c->members[i], caper_vec3_make(-0.5f * (x - gap), 0.0f, 0.0f));
    }
}

bool cast_overlaps(const cast *c)
{
    for (int i = 0; i < c->count; i++) {
        for (int k = 0; k < i; k++) {
            const cast_member *a = &c->members[i], *b = &c->members[k];
            if (a->sample_count > 0 && b->sample_count > 0 &&
                a->boxes[0].min.x < b->boxes[0].max.x && b->boxes[0].min.x < a->boxes[0].max.x &&
                a->boxes[0].min.z < b->boxes[0].max.z && b->boxes[0].min.z < a->boxes[0].max.z) {
                return true;
            }
        }
    }
    return false;
}

// Those at rest who stepped aside stand on what is under them; a clip keeps the heights that it was
// made for.
static void put_on_ground(cast *c)
{
    for (int i = 0; i < c->count; i++) {
        cast_member *m = &c->members[i];
        caper_hit hit =
            caper_world_height(c->world.world, NULL, m->offset.x, m->offset.z, INFINITY);
        if (m->character && !m->clip) {
            move_member(m, caper_vec3_make(0, hit.point.y - m->offset.y, 0));
        }
    }
}

bool cast_prepare(cast *c, const render_job *job, bool side_by_side, caper_error *error)
{
    for (int i = 0; i < c->count; i++) {
        cast_member *m = &c->members[i];
        if (!m->character) {
            continue;
        }
        if (!sample_member(m) || (job->contacts && m->clip && !find_contacts(m, c->world.world))) {
            return caper_error_set(error, CAPER_ERROR_MEMORY, NULL, 0, 0, "out of memory");
        }
    }
    if (side_by_side && c->count > 1 && (!c->world.world || cast_overlaps(c))) {
        place_side_by_side(c);
        if (c->world.world) {
            put_on_ground(c);
        }
    }
    return true;
}

int cast_sample(const cast_member *m, float time)
{
    int i = (int)((time - m->start) * m->sample_rate + 0.5f);
    return i < 0 ? 0 : i >= m->sample_count ? m->sample_count - 1 : i;
}

float cast_duration(const cast *c)
{
    float most = 0.0f;
    for (int i = 0; i < c->count; i++) {
        most = caper_max(most, c->members[i].end - c->members[i].start);
    }
    return most;
}

// --- marks and trails ----------------------------------------------------------------------------

// A ring around the sole of a body that stands.
static void add_mark(cast_member *m, const caper_render_item *item, int body)
{
    caper_vec3 points[CAPER_MAX_CONTACTS], middle = caper_vec3_zero();
    int count = caper_body_sole_points(m->character, body, points);
    float low = INFINITY, radius = 0.02f * m->character->size;
    if (count == 0 || m->mark_count == CAST_MARKS) {
        return;
    }
    caper_transform t = caper_transform_mul(item->root, item->model->bodies[body]);
    for (int i = 0; i < count; i++) {
        points[i] = caper_transform_mul_point(t, points[i]);
        middle = caper_vec3_add_scaled(middle, points[i], 1.0f / (float)count);
        low = caper_min(low, points[i].y);
    }
    for (int i = 0; i < count; i++) {
        radius = caper_max(radius, 1.2f * caper_vec3_distance(middle, points[i]));
    }
    middle.y = low;
    m->marks[m->mark_count++] =
        (caper_render_mark){middle, {0.0f, 1.0f, 0.0f}, radius, CONTACT_COLOR};
}

static void add_marks(cast_member *m, const caper_render_item *item, float time)
{
    float at = caper_clip_wrap(m->clip, time, NULL);
    m->mark_count = 0;
    for (int i = 0; i < m->contact_count; i++) {
        const caper_contact *k = &m->contacts[i];
        if (k->start <= at && at <= k->end) {
            add_mark(m, item, k->body);
        }
    }
}

int cast_trails(const cast_member *m, float from, float to, caper_render_trail *out)
{
    int first = cast_sample(m, from), last = cast_sample(m, to);
    for (int k = 0; k < m->trail_count; k++) {
        caper_caps caps = m->character->bodies[m->trail_bodies[k]].caps;
        out[k] = (caper_render_trail){
            .points = m->trail_points + (size_t)k * (size_t)m->sample_count + first,
            .point_count = last - first + 1,
            .color = caper_caps_color(caps),
            .width = 2.2f,
        };
    }
    return m->trail_count;
}

int cast_whole_trails(const cast_member *m, caper_render_trail *out)
{
    int count = cast_trails(m, m->start, m->end, out);
    for (int k = 0; k < count; k++) {
        out[k].even = true;
    }
    return count;
}

caper_render_item cast_item(cast_member *m, const render_job *job, float time, float trail_time)
{
    caper_render_item item = bare_item(m, time);
    if (job->contacts && m->clip) {
        add_marks(m, &item, time);
        item.marks = m->marks;
        item.mark_count = m->mark_count;
    }
    if (job->trails && m->clip) {
        item.trails = m->trails;
        item.trail_count = cast_trails(m, time - trail_time, time, m->trails);
    }
    item.label = job->labels ? m->label : NULL;
    return item;
}
