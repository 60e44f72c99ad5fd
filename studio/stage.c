// SPDX-License-Identifier: MIT
// The living scene. A body that changes gets a new actor; a motion that changes is stopped and the
// new one played from the same time, so that nobody holds what is about to go.
#define _POSIX_C_SOURCE 200809L
#include "stage.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LIT 0xffe69f00    // bodies that the channel selects
#define ACTIVE 0xff56b4e9 // the one that is posed
#define ROW 6             // characters side by side

bool stage_open(stage *s, caper_error *error)
{
    memset(s, 0, sizeof *s);
    s->pace = 1;
    s->bindings = caper_bindings_create(NULL);
    s->pool = caper_job_pool_create(NULL);
    if (!s->bindings) {
        return caper_error_set(error, CAPER_ERROR_MEMORY, "studio", 0, 0, "out of memory");
    }
    return true;
}

static void drop_ghosts(stage_member *m)
{
    for (int i = 0; i < m->ghost_count; i++) {
        caper_pose_destroy(&m->ghosts[i], NULL);
    }
    m->ghost_count = 0;
}

static void drop_recorder(stage *s)
{
    caper_recorder_destroy(s->recorder);
    s->recorder = NULL;
    s->taken = s->passed = 0;
}

static void drop_member(stage *s, stage_member *m)
{
    if (s->recorder && s->recorded == (int)(m - s->members)) {
        drop_recorder(s);
    }
    if (s->driver && m->actor) {
        s->driver->stop(s->driver->self, s, (int)(m - s->members));
    }
    drop_ghosts(m);
    caper_actor_destroy(m->actor);
    caper_binding_destroy(m->binding);
    if (m->body) {
        caper_bindings_forget(s->bindings, NULL, asset_character(m->body));
    }
    asset_drop(m->body);
    free(m->colors);
    memset(m, 0, sizeof *m);
}

void stage_close(stage *s)
{
    for (int i = 0; i < s->count; i++) {
        drop_member(s, &s->members[i]);
    }
    s->count = 0;
    caper_bindings_destroy(s->bindings);
    caper_job_pool_destroy(s->pool);
    asset_drop(s->motion);
    asset_drop(s->world);
    memset(s, 0, sizeof *s);
}

caper_transform stage_root(const stage_member *m)
{
    return m->actor ? caper_root_transform(caper_actor_root(m->actor)) : caper_transform_identity();
}

caper_bounds stage_bounds(const stage_member *m)
{
    caper_render_item item = caper_render_item_default();
    item.character = asset_character(m->body);
    item.model = m->actor ? caper_actor_model(m->actor) : NULL;
    item.root = stage_root(m);
    return item.character ? caper_render_item_bounds(&item) : caper_bounds_empty();
}

caper_vec3 stage_middle(const stage *s)
{
    caper_vec3 sum = caper_vec3_zero();
    for (int i = 0; i < s->count; i++) {
        sum = caper_vec3_add(sum, stage_root(&s->members[i]).position);
    }
    return s->count > 0 ? caper_vec3_scale(sum, 1.0f / (float)s->count) : sum;
}

// --- where they stand ----------------------------------------------------------------------------

// From small to large: those in front do not hide those behind. Equal sizes keep their order.
static void by_size(const document *doc, int order[DOC_MAX_CAST])
{
    for (int i = 0; i < doc->state.cast_count; i++) {
        int at = i;
        float size = state_character(&doc->state, i)->size;
        while (at > 0 && state_character(&doc->state, order[at - 1])->size > size) {
            order[at] = order[at - 1];
            at--;
        }
        order[at] = i;
    }
}

// Side by side in rows, facing the viewer. A single row keeps the order of the cast.
static void arrange(stage *s, const document *doc)
{
    float depth = 0;
    int count = doc->state.cast_count, order[DOC_MAX_CAST];
    by_size(doc, order);
    for (int i = 0; count <= ROW && i < count; i++) {
        order[i] = i;
    }
    for (int first = 0; first < count; first += ROW) {
        float width = 0, deep = 0;
        int last = first + ROW < count ? first + ROW : count;
        for (int i = first; i < last; i++) {
            const caper_character *c = state_character(&doc->state, order[i]);
            caper_vec3 size = caper_bounds_size(c->bounds);
            width += size.x + 0.35f * c->size;
            deep = caper_max(deep, size.z + 0.3f * c->size);
        }
        float x = -width / 2;
        depth += first > 0 ? 0.5f * deep : 0;
        for (int i = first; i < last; i++) {
            const caper_character *c = state_character(&doc->state, order[i]);
            float half = 0.5f * (caper_bounds_size(c->bounds).x + 0.35f * c->size);
            caper_root home = {x + half - caper_bounds_center(c->bounds).x, 0, -depth, 0};
            caper_hit hit = s->world ? caper_world_height(s->world->loaded.world, NULL, home.x,
                                                          home.z, INFINITY)
                                     : (caper_hit){0};
            home.y = hit.surface != CAPER_SURFACE_NONE ? hit.point.y : 0;
            s->members[order[i]].home = home;
            x += 2 * half;
        }
        depth += first > 0 ? 0.5f * deep : deep;
    }
}

// --- actors --------------------------------------------------------------------------------------

static void play(stage *s, stage_member *m, float time)
{
    caper_error error = {0};
    if (s->driver) {
        return;
    }
    if (m->binding) { // else the reason is known already
        m->problem[0] = 0;
    }
    caper_play_def def = caper_play_def_default();
    def.motion = s->motion->loaded.motion;
    def.variant = m->variant;
    def.start = time;
    def.speed = s->pace;
    def.fade_in = def.fade_out = 0;
    def.hold = true;
    m->source = m->binding ? caper_actor_play(m->actor, &def, &error) : 0;
    if (m->source == 0 && !m->problem[0]) {
        snprintf(m->problem, sizeof m->problem, "%s",
                 error.message[0] ? error.message : "the motion cannot play on this body");
    }
}

static void stand(stage *s, stage_member *m, float time)
{
    caper_root root = m->home;
    if (m->binding && m->variant < m->binding->variant_count) {
        caper_root way = caper_motion_travel(m->binding, m->variant, time);
        root = caper_root_mul(root, way);
    }
    (void)s;
    caper_actor_set_root(m->actor, root);
}

static bool make_actor(stage *s, stage_member *m, caper_error *error)
{
    caper_actor_def def = caper_actor_def_default();
    def.character = asset_character(m->body);
    def.world = s->world ? s->world->loaded.world : NULL;
    def.bindings = s->bindings;
    def.root = m->home;
    m->actor = caper_actor_create(&def, error);
    m->colors = calloc((size_t)def.character->body_count, sizeof *m->colors);
    return m->actor && m->colors;
}

// Everybody lets go of the motion.
static void release_motion(stage *s)
{
    for (int i = 0; i < s->count; i++) {
        stage_member *m = &s->members[i];
        if (m->actor && s->driver) {
            s->driver->stop(s->driver->self, s, i); // starts again with the new one
        } else if (m->actor) {
            caper_actor_stop(m->actor, 0, 0);
            caper_actor_update(m->actor, 0, NULL);
        }
        caper_binding_destroy(m->binding);
        m->binding = NULL;
        m->source = 0;
    }
    if (s->motion) {
        caper_bindings_forget(s->bindings, s->motion->loaded.motion, NULL);
    }
    asset_drop(s->motion);
    s->motion = NULL;
}

static void bind_member(stage *s, stage_member *m, int wanted)
{
    caper_error error = {0};
    caper_binding_destroy(m->binding);
    m->binding =
        caper_binding_create(s->motion->loaded.motion, asset_character(m->body), NULL, &error);
    m->problem[0] = 0;
    if (!m->binding) {
        snprintf(m->problem, sizeof m->problem, "%s", error.message);
    } else if (m->binding->variant_count == 0) {
        snprintf(m->problem, sizeof m->problem, "no body of it can play this motion");
        caper_binding_destroy(m->binding);
        m->binding = NULL;
    }
    int count = m->binding ? m->binding->variant_count : 1;
    m->pace = 0;
    m->variant = wanted < 0 ? 0 : wanted < count ? wanted : count - 1;
}

// Let the driver have a member.
static void start_member(stage *s, int index)
{
    caper_error error = {0};
    stage_member *m = &s->members[index];
    m->problem[0] = 0;
    if (m->actor && !s->driver->start(s->driver->self, s, index, &error)) {
        snprintf(m->problem, sizeof m->problem, "%s", error.message);
    }
}

static void follow_cast(stage *s, const document *doc)
{
    for (int i = doc->state.cast_count; i < s->count; i++) {
        drop_member(s, &s->members[i]);
    }
    s->count = doc->state.cast_count;
    arrange(s, doc);
    for (int i = 0; i < s->count; i++) {
        stage_member *m = &s->members[i];
        if (m->body == doc->state.cast[i].body) {
            continue;
        }
        caper_root home = m->home;
        drop_member(s, m);
        m->home = home;
        m->body = asset_keep(doc->state.cast[i].body);
        caper_error error = {0};
        if (!make_actor(s, m, &error)) {
            snprintf(m->problem, sizeof m->problem, "%s", error.message);
        }
        m->waits = true;
    }
}

static void follow_world(stage *s, const document *doc)
{
    if (s->world == doc->state.world) {
        return;
    }
    for (int i = 0; i < s->count; i++) { // actors keep their world: they are made anew
        drop_member(s, &s->members[i]);
    }
    s->count = 0;
    asset_drop(s->world);
    s->world = asset_keep(doc->state.world);
}

// --- what the channel selects --------------------------------------------------------------------

static void light(stage_member *m, const doc_state *state, int member)
{
    const caper_character *c = asset_character(m->body);
    const caper_channel *channel = state_channel(state);
    memset(m->colors, 0, (size_t)c->body_count * sizeof *m->colors);
    m->lit_count = 0;
    if (channel) {
        int16_t bodies[CAPER_MAX_BODIES];
        m->lit_count = caper_query_select(&channel->query, c, bodies);
        for (int i = 0; i < m->lit_count; i++) {
            m->colors[bodies[i]] = LIT;
        }
    }
    if (member == state->member && state->body >= 0 && state->body < c->body_count) {
        m->colors[state->body] = ACTIVE;
    }
}

int stage_strand(const stage_member *m, int channel, int body)
{
    if (!m->binding) {
        return -1;
    }
    const caper_variant *v = &m->binding->variants[m->variant];
    for (int i = 0; i < v->strand_count; i++) {
        if (v->strands[i].channel == channel && (body < 0 || v->strands[i].body == body)) {
            return i;
        }
    }
    return -1;
}

caper_motion_job stage_job(const stage *s, const stage_member *m, float time, caper_goal *goals)
{
    caper_motion_job job = caper_motion_job_default();
    job.binding = m->binding;
    job.variant = m->variant;
    job.time = time;
    job.world = s->world ? s->world->loaded.world : NULL;
    caper_root root = m->home;
    if (m->binding) {
        root = caper_root_mul(root, caper_motion_travel(m->binding, m->variant, time));
    }
    job.root = caper_root_transform(root);
    job.goals = goals;
    return job;
}

static void trace(stage *s, stage_member *m, int branch, int channel)
{
    m->trail_count = 0;
    if (!m->binding || m->binding->branch != branch || channel < 0 ||
        m->binding->max_goals > CAPER_MAX_BODIES) {
        return;
    }
    static caper_goal goals[CAPER_MAX_BODIES];
    const caper_variant *v = &m->binding->variants[m->variant];
    for (int i = 0; i < v->strand_count && m->trail_count < STAGE_TRAILS; i++) {
        if (v->strands[i].channel == channel && v->strands[i].position && v->strands[i].goal >= 0) {
            m->trails[m->trail_count++] =
                (stage_trail){.body = v->strands[i].body, .strand = i, .count = STAGE_TRAIL_POINTS};
        }
    }
    float duration = m->binding->motion->duration;
    for (int k = 0; m->trail_count > 0 && k < STAGE_TRAIL_POINTS; k++) {
        float time = duration * ((float)k + 0.001f) / (float)STAGE_TRAIL_POINTS;
        caper_motion_job job = stage_job(s, m, time, goals);
        bool good = caper_motion_evaluate(&job);
        for (int i = 0; i < m->trail_count; i++) {
            const caper_goal *g = &goals[v->strands[m->trails[i].strand].goal];
            m->trails[i].points[k] =
                good ? caper_transform_mul_point(job.root, g->position) : caper_vec3_zero();
        }
    }
}

// Poses of the active member at the keys of the channel around the time.
static void haunt(stage *s, stage_member *m, const doc_state *state)
{
    drop_ghosts(m);
    const caper_channel *channel = state_channel(state);
    if (!s->ghosts || !channel || !m->binding || s->driver) {
        return;
    }
    float times[STAGE_GHOSTS];
    int count = 0;
    for (int i = 0; i < channel->curve_count && count == 0; i++) {
        const caper_curve *curve = &channel->curves[i];
        int at = 0;
        while (at < curve->key_count && curve->keys[at].time < state->time - 0.01f) {
            at++;
        }
        for (int k = at - 2; k <= at + 2 && curve->key_count > 1; k++) {
            bool here =
                k >= 0 && k < curve->key_count && fabsf(curve->keys[k].time - state->time) > 0.01f;
            if (here && count < STAGE_GHOSTS) {
                times[count++] = curve->keys[k].time;
            }
        }
    }
    for (int i = 0; i < count; i++) {
        caper_actor_stop(m->actor, 0, 0);
        play(s, m, times[i]);
        stand(s, m, times[i]);
        caper_actor_update(m->actor, 0, NULL);
        m->ghosts[i] = caper_character_pose(asset_character(m->body), NULL);
        if (m->ghosts[i].bodies) {
            caper_pose_copy(&m->ghosts[i], caper_actor_model(m->actor));
            m->ghost_roots[i] = stage_root(m);
            m->ghost_count = i + 1;
        }
    }
}

// How fast the motion goes: as on the active member, which is the speed that it is judged at.
static void follow_pace(stage *s, int active)
{
    stage_member *m = active >= 0 && active < s->count ? &s->members[active] : NULL;
    s->pace = 1;
    if (m && m->binding) {
        m->pace = m->pace > 0 ? m->pace : caper_binding_pace(m->binding, m->variant);
        s->pace = m->pace > 0 ? m->pace : 1;
    }
}

void stage_follow(stage *s, const document *doc)
{
    follow_world(s, doc);
    asset *seen = doc->state.pending ? doc->state.pending : doc->state.motion;
    bool other = s->motion != seen;
    if (other) {
        release_motion(s);
        s->motion = asset_keep(seen);
    }
    follow_cast(s, doc);
    for (int i = 0; i < s->count; i++) {
        stage_member *m = &s->members[i];
        int wanted = doc->state.cast[i].variant;
        if (m->actor && (!m->binding || m->variant != (wanted < 0 ? 0 : wanted))) {
            bind_member(s, m, wanted);
        }
    }
    follow_pace(s, doc->state.member);
    for (int i = 0; i < s->count; i++) {
        stage_member *m = &s->members[i];
        if (s->driver && m->actor && (other || m->waits)) {
            start_member(s, i);
        }
        m->waits = false;
        if (m->actor) {
            light(m, &doc->state, i);
            trace(s, m, doc->state.branch, doc->state.channel);
            if (i == doc->state.member) {
                haunt(s, m, &doc->state);
            } else {
                drop_ghosts(m);
            }
        }
    }
    s->version = doc->version;
    stage_seek(s, doc->state.time);
}

// --- time ----------------------------------------------------------------------------------------

void stage_seek(stage *s, float time)
{
    s->time = time;
    for (int i = 0; i < s->count && !s->driver; i++) {
        stage_member *m = &s->members[i];
        if (m->actor) {
            caper_actor_stop(m->actor, 0, 0);
            stand(s, m, time);
            play(s, m, time);
        }
    }
    if (!s->driver) {
        caper_actor *actors[DOC_MAX_CAST];
        int count = 0;
        for (int i = 0; i < s->count; i++) {
            if (s->members[i].actor) {
                actors[count++] = s->members[i].actor;
            }
        }
        caper_actors_update(actors, count, 0, NULL, s->pool);
    }
}

// Frames of the screen come as they come, those of a clip at its rate.
static void take_frames(stage *s, float dt)
{
    if (!s->recorder || isinf(s->taken)) {
        return;
    }
    s->passed += dt;
    while (s->taken <= s->passed) {
        caper_error error = {0};
        stage_member *m = &s->members[s->recorded];
        if (!caper_recorder_take(s->recorder, &error)) {
            snprintf(m->problem, sizeof m->problem, "recording ended: %s", error.message);
            s->taken = INFINITY; // what was taken before can be saved
        }
        s->taken += 1.0f / STAGE_RECORD_RATE;
    }
}

bool stage_update(stage *s, float dt, bool loop)
{
    double begin = 1e3 * caper_clock_now();
    bool goes_on = true;
    float duration = s->motion ? s->motion->loaded.motion->duration : 1;
    if (!s->driver) {
        s->time += dt * s->pace;
        if (s->time >= duration) {
            goes_on = loop;
            stage_seek(s, loop ? fmodf(s->time, duration) : duration);
            take_frames(s, dt);
            s->update_ms = 1e3 * caper_clock_now() - begin;
            return goes_on;
        }
    } else if (s->driver->update) {
        s->driver->update(s->driver->self, s, dt);
    }
    caper_actor *actors[DOC_MAX_CAST];
    int count = 0;
    for (int i = 0; i < s->count; i++) {
        if (s->members[i].actor) {
            actors[count++] = s->members[i].actor;
        }
    }
    caper_actors_update(actors, count, dt, NULL, s->pool);
    if (s->driver && s->driver->after) {
        s->driver->after(s->driver->self, s, dt);
    }
    take_frames(s, dt);
    s->update_ms = 1e3 * caper_clock_now() - begin;
    return goes_on;
}

bool stage_record(stage *s, int member, caper_error *error)
{
    drop_recorder(s);
    if (member < 0 || member >= s->count || !s->members[member].actor) {
        return caper_error_set(error, CAPER_ERROR_INVALID, "record", 0, 0,
                               "found no character to record");
    }
    caper_recorder_def def = caper_recorder_def_default();
    def.rate = STAGE_RECORD_RATE;
    s->recorder = caper_recorder_create(s->members[member].actor, &def, error);
    s->recorded = member;
    if (s->recorder && !caper_recorder_take(s->recorder, error)) {
        drop_recorder(s);
    }
    s->taken = s->recorder ? 1.0f / STAGE_RECORD_RATE : 0; // the first frame is as it stands now
    return s->recorder != NULL;
}

caper_clip *stage_recorded(stage *s, caper_error *error)
{
    if (!s->recorder) {
        caper_error_set(error, CAPER_ERROR_INVALID, "record", 0, 0,
                        "found nothing recorded: record first");
        return NULL;
    }
    caper_clip *clip = caper_recorder_finish(s->recorder, error);
    drop_recorder(s);
    return clip;
}

void stage_drive(stage *s, const stage_driver *driver)
{
    if (s->driver == driver) {
        return;
    }
    for (int i = 0; i < s->count; i++) {
        stage_member *m = &s->members[i];
        if (m->actor && s->driver) {
            s->driver->stop(s->driver->self, s, i);
        }
        if (m->actor) {
            caper_actor_stop(m->actor, 0, 0);
            caper_actor_update(m->actor, 0, NULL);
            caper_actor_set_root(m->actor, m->home);
            m->source = 0;
        }
    }
    s->driver = driver;
    for (int i = 0; driver && i < s->count; i++) {
        start_member(s, i);
    }
    if (!driver) {
        stage_seek(s, s->time);
    }
}
