// SPDX-License-Identifier: MIT
//
// A player that is driven by matching (Clavet 2016; Holden, Kanoun, Perepichka and Popa, Learned
// motion matching, 2020, section 3). The wish is the pose that plays and a way ahead that leads by
// critically damped springs from the speed it has to the one that is commanded. Every tenth of a
// second, and at once when the command changes, the nearest frame is searched for; when it is
// nearer than going on, the player goes on from there. Nothing is cross-faded: what the new place
// lacks of the old one, rotations, positions, speeds and the pace of the root alike, is an offset
// that dies out by itself (inertialization: Bollo, 2018), so only one clip is sampled each frame.
//
// A foot that stands at the new place and did not at the old one would be held where the offset has
// it, in the air perhaps: it counts as standing when the offset has died, or when it lands next.
// Invariant: velocities have no jumps, whatever the commands are.
#include "graph/match.h"

#include <math.h>
#include <string.h>

#define MAGIC 0x52504d43u // "CMPR"
#define VERSION 1
// A command that differs by so much from the last one is answered at once: m/s, and radians.
#define NEW_SPEED 0.25f
#define NEW_FACING 0.2f
#define MOST_SPEED 1e6f // m/s: faster commands are refused
// No more do the rates of the wish get from such commands with half-lives as short as these.
#define MOST_RATE 1e12f
#define SHORTEST 1e-4f // seconds
#define STANDING 0.1f  // m/s: slower ones say nothing about where to face
// A frame so near in time to the one that plays is no other frame, seconds: a fifth of a step.
#define SAME_TIME 0.1f
// So long before its end a clip must be left, seconds: some frames of a display.
#define LAST_MOMENT 0.05f
// Half-lives after which an offset is 2 mm of what was 10 cm.
#define FADED 6.0f

// What a body has too much, as against the clip.
typedef struct offset {
    caper_vec3 turn, turn_rate; // rotation vector in the frame of the parent, and its rate
    caper_vec3 shift, shift_rate;
} offset;

// All that changes, but for the offsets. Plain data: it is the saved state, too.
typedef struct drive_state {
    uint32_t magic, version, size;
    int32_t clip;
    int32_t frame_count, feature_count; // of the database
    float time;                         // seconds into the clip
    float until;                        // seconds to the next search
    float since;                        // seconds from the last jump
    uint32_t stands, missing;           // feet that stand; of the new place, that must wait
    caper_vec3 goal;                    // velocity as commanded
    float goal_yaw;
    caper_vec3 asked; // what the last search was for
    float asked_yaw;
    caper_vec3 velocity, acceleration; // of the wish
    float yaw, yaw_rate;               // of the wish
    caper_root root;
    float pace[3], pace_rate[3]; // what the root has too much: x, z, yaw a second
} drive_state;

struct caper_match_player {
    caper_match_player_def def;
    drive_state state;
    offset *offsets;
    int body_count;
    caper_pose spare[4]; // old and new place, now and a moment before
    caper_allocator allocator;
};

caper_match_player_def caper_match_player_def_default(void)
{
    return (caper_match_player_def){.search_time = 0.1f,
                                    .speed_half_life = 0.15f,
                                    .turn_half_life = 0.15f,
                                    .blend_half_life = 0.08f,
                                    .eager = 0.2f,
                                    .cookie = CAPER_DEF_COOKIE};
}

static bool root_is_finite(caper_root r)
{
    return fabsf(r.x) < 1e9f && fabsf(r.y) < 1e9f && fabsf(r.z) < 1e9f && fabsf(r.yaw) < 1e9f;
}

static bool check_def(const caper_match_player_def *def)
{
    if (!def || def->cookie != CAPER_DEF_COOKIE || !def->match || def->start_frame < 0 ||
        def->start_frame >= def->match->frame_count || !root_is_finite(def->start))
        return false;
    const float times[] = {def->search_time, def->speed_half_life, def->turn_half_life,
                           def->blend_half_life};
    for (int i = 0; i < 4; i++)
        if (!(times[i] >= SHORTEST && times[i] < 100.0f))
            return false;
    return def->eager >= 0.0f && def->eager < 1.0f;
}

caper_match_player *caper_match_player_create(const caper_match_player_def *def, caper_error *error)
{
    if (!check_def(def)) {
        caper_error_set(error, CAPER_ERROR_INVALID, NULL, 0, 0,
                        "no database, a start outside of it, or numbers out of range");
        return NULL;
    }
    caper_match_player *p = caper_alloc_zero(def->allocator, sizeof *p, 16);
    bool good = p != NULL;
    if (good) {
        p->def = *def;
        p->allocator = caper_allocator_resolve(def->allocator);
        p->body_count = def->match->clips[0]->skeleton.body_count;
        p->offsets = caper_alloc_zero(def->allocator, (size_t)p->body_count * sizeof *p->offsets,
                                      _Alignof(offset));
        good = p->offsets != NULL;
        for (int i = 0; i < 4; i++) {
            p->spare[i] = caper_pose_create(p->body_count, 0, def->allocator);
            good = good && p->spare[i].bodies;
        }
    }
    if (!good) {
        caper_match_player_destroy(p);
        caper_error_set(error, CAPER_ERROR_MEMORY, NULL, 0, 0, "out of memory");
        return NULL;
    }
    p->state =
        (drive_state){.magic = MAGIC,
                      .version = VERSION,
                      .size = sizeof(drive_state),
                      .clip = def->match->clip_of[def->start_frame],
                      .frame_count = def->match->frame_count,
                      .feature_count = def->match->feature_count,
                      .time = (float)def->match->frame_of[def->start_frame] / def->match->def.rate,
                      .since = 1e3f,
                      .goal_yaw = def->start.yaw,
                      .yaw = def->start.yaw,
                      .root = def->start};
    return p;
}

void caper_match_player_destroy(caper_match_player *player)
{
    if (!player)
        return;
    caper_allocator allocator = player->allocator;
    for (int i = 0; i < 4; i++)
        caper_pose_destroy(&player->spare[i], &allocator);
    caper_free(&allocator, player->offsets, (size_t)player->body_count * sizeof *player->offsets);
    caper_free(&allocator, player, sizeof *player);
}

// -- The wish
// -----------------------------------------------------------------------------------------------

static bool is_speed(caper_vec3 v)
{
    return fabsf(v.x) < MOST_SPEED && v.y - v.y == 0.0f && fabsf(v.z) < MOST_SPEED;
}

// Take a command over; true when it is another one than was searched for.
static bool hear(drive_state *s, const caper_graph_command *command)
{
    if (command) {
        s->goal = caper_vec3_make(command->velocity.x, 0.0f, command->velocity.z);
        if (command->facing - command->facing == 0.0f)
            s->goal_yaw = caper_wrap_angle(command->facing);
        else if (caper_vec3_length(s->goal) > STANDING)
            s->goal_yaw = caper_atan2(s->goal.x, s->goal.z);
    }
    return caper_vec3_distance(s->goal, s->asked) > NEW_SPEED ||
           fabsf(caper_wrap_angle(s->goal_yaw - s->asked_yaw)) > NEW_FACING;
}

// How fast the wish goes and where it faces, a while from now.
static void lead(const caper_match_player *p, float dt, caper_vec3 *velocity,
                 caper_vec3 *acceleration, float *yaw, float *yaw_rate)
{
    const drive_state *s = &p->state;
    caper_vec3_spring(velocity, acceleration, s->goal, caper_vec3_zero(), p->def.speed_half_life,
                      dt);
    float goal = *yaw + caper_wrap_angle(s->goal_yaw - *yaw);
    caper_spring(yaw, yaw_rate, goal, 0.0f, p->def.turn_half_life, dt);
}

// The way ahead, as the character sees it, behind the features of the pose.
static void put_way(const caper_match_player *p, float *out)
{
    enum {
        PARTS = 6
    }; // steps in which the way is summed up, to each of the three times
    const drive_state *s = &p->state;
    caper_vec3 velocity = s->velocity, acceleration = s->acceleration, at = caper_vec3_zero();
    float yaw = s->yaw, yaw_rate = s->yaw_rate, time = 0.0f, sine, cosine;
    caper_sincos(s->root.yaw, &sine, &cosine);
    for (int i = 0; i < 3; i++) {
        float step = (p->def.match->def.ahead[i] - time) / PARTS;
        for (int k = 0; k < PARTS; k++) {
            caper_vec3 before = velocity;
            lead(p, step, &velocity, &acceleration, &yaw, &yaw_rate);
            at = caper_vec3_add_scaled(at, caper_vec3_add(before, velocity), 0.5f * step);
        }
        time = p->def.match->def.ahead[i];
        out[2 * i] = at.x * cosine - at.z * sine;
        out[2 * i + 1] = at.z * cosine + at.x * sine;
        caper_sincos(caper_wrap_angle(yaw - s->root.yaw), &out[6 + 2 * i], &out[7 + 2 * i]);
    }
}

// -- Offsets
// ------------------------------------------------------------------------------------------------

static float moment_of(const caper_clip *clip, float time)
{
    return clip->loops ? time : caper_clamp(time, 0.0f, clip->duration);
}

static void decay(caper_match_player *p, float dt)
{
    float half = p->def.blend_half_life;
    for (int b = 0; b < p->body_count; b++) {
        offset *o = &p->offsets[b];
        caper_vec3_decay_spring(&o->turn, &o->turn_rate, half, dt);
        caper_vec3_decay_spring(&o->shift, &o->shift_rate, half, dt);
    }
}

static void apply(const caper_match_player *p, caper_pose *local)
{
    for (int b = 0; b < p->body_count; b++) {
        const offset *o = &p->offsets[b];
        caper_transform *t = &local->bodies[b];
        t->rotation = caper_quat_normalize(caper_quat_mul(caper_quat_exp(o->turn), t->rotation));
        t->position = caper_vec3_add(t->position, o->shift);
    }
}

static caper_vec3 turn_between(caper_quat from, caper_quat to)
{
    return caper_quat_log(
        caper_quat_toward(caper_quat_mul(to, caper_quat_conj(from)), caper_quat_identity()));
}

// What the old place has more than the new one is added to the offsets.
static void add_offsets(caper_match_player *p, float step)
{
    for (int b = 0; b < p->body_count; b++) {
        offset *o = &p->offsets[b];
        caper_transform old_before = p->spare[0].bodies[b], old = p->spare[1].bodies[b];
        caper_transform new_before = p->spare[2].bodies[b], new = p->spare[3].bodies[b];
        caper_quat shown = caper_quat_mul(caper_quat_exp(o->turn), old.rotation);
        caper_vec3 old_rate = turn_between(old_before.rotation, old.rotation);
        caper_vec3 new_rate = turn_between(new_before.rotation, new.rotation);
        o->turn = turn_between(new.rotation, shown);
        o->turn_rate =
            caper_vec3_add_scaled(o->turn_rate, caper_vec3_sub(old_rate, new_rate), 1.0f / step);
        caper_vec3 moved = caper_vec3_sub(caper_vec3_sub(old.position, old_before.position),
                                          caper_vec3_sub(new.position, new_before.position));
        o->shift = caper_vec3_add(o->shift, caper_vec3_sub(old.position, new.position));
        o->shift_rate = caper_vec3_add_scaled(o->shift_rate, moved, 1.0f / step);
    }
}

static void pace_of(const caper_clip *clip, float time, float step, float *out)
{
    caper_root way = caper_root_delta(caper_clip_sample_root(clip, moment_of(clip, time - step)),
                                      caper_clip_sample_root(clip, moment_of(clip, time)));
    out[0] = way.x / step, out[1] = way.z / step, out[2] = caper_wrap_angle(way.yaw) / step;
}

static void jump(caper_match_player *p, int clip, float time)
{
    const caper_match *m = p->def.match;
    drive_state *s = &p->state;
    float step = 1.0f / m->def.rate, old_pace[3], new_pace[3];
    const caper_clip *from = m->clips[s->clip], *to = m->clips[clip];
    const struct {
        const caper_clip *clip;
        float time;
    } places[4] = {{from, s->time - step}, {from, s->time}, {to, time - step}, {to, time}};
    for (int i = 0; i < 4; i++)
        caper_clip_sample(places[i].clip, moment_of(places[i].clip, places[i].time), NULL,
                          &p->spare[i]);
    add_offsets(p, step);
    pace_of(from, s->time, step, old_pace);
    pace_of(to, time, step, new_pace);
    for (int i = 0; i < 3; i++)
        s->pace[i] += old_pace[i] - new_pace[i];
    uint32_t lands =
        caperi_clip_stands(to, m->stands, m->stand_count, caper_clip_wrap(to, time, NULL));
    s->missing = lands & ~s->stands;
    s->clip = clip, s->time = time, s->since = 0.0f;
}

// -- Going on
// -----------------------------------------------------------------------------------------------

// Search, and go elsewhere if that is better, or if the clip ends; true when it went.
static bool search(caper_match_player *p, bool ends)
{
    const caper_match *m = p->def.match;
    drive_state *s = &p->state;
    float here[CAPER_MATCH_MAX_FEATURES], wish[CAPER_MATCH_MAX_FEATURES];
    caperi_match_describe(m, s->clip, s->time, &p->spare[0], here);
    memcpy(wish, here, sizeof wish);
    put_way(p, wish + m->feature_count - 12);
    caper_match_job job = {.features = wish, .hint = -1};
    if (!caper_match_search(m, &job))
        return false;
    bool same = job.clip == s->clip && fabsf(job.time - s->time) < SAME_TIME;
    if (!ends &&
        (same || job.distance > (1.0f - p->def.eager) * caperi_match_distance(m, wish, here)))
        return false;
    jump(p, job.clip, job.time);
    return true;
}

// The way of the clip in this frame, and what the root has too much.
static caper_root go_on(caper_match_player *p, float dt)
{
    drive_state *s = &p->state;
    const caper_clip *clip = p->def.match->clips[s->clip];
    caper_root from = caper_clip_sample_root(clip, moment_of(clip, s->time));
    s->time += dt;
    caper_root delta =
        caper_root_delta(from, caper_clip_sample_root(clip, moment_of(clip, s->time)));
    float *parts[3] = {&delta.x, &delta.z, &delta.yaw};
    delta.yaw = caper_wrap_angle(delta.yaw);
    for (int i = 0; i < 3; i++) {
        float before = s->pace[i];
        caper_decay_spring(&s->pace[i], &s->pace_rate[i], p->def.blend_half_life, dt);
        *parts[i] += 0.5f * dt * (before + s->pace[i]);
    }
    if (clip->loops)
        s->time = caper_clip_wrap(clip, s->time, NULL);
    return delta;
}

static uint32_t feet_now(caper_match_player *p)
{
    const caper_match *m = p->def.match;
    drive_state *s = &p->state;
    const caper_clip *clip = m->clips[s->clip];
    uint32_t stands = caperi_clip_stands(clip, m->stands, m->stand_count, moment_of(clip, s->time));
    s->missing = s->since > FADED * p->def.blend_half_life ? 0 : s->missing & stands;
    return stands & ~s->missing;
}

bool caper_match_player_update(caper_match_player *player, float dt,
                               const caper_graph_command *command, caper_match_frame *frame)
{
    drive_state *s = &player->state;
    if (!(dt >= 0.0f && dt < 1e3f) || (command && !is_speed(command->velocity)))
        return false;
    uint32_t events = 0;
    bool fresh = hear(s, command);
    caper_root delta = go_on(player, dt);
    decay(player, dt);
    lead(player, dt, &s->velocity, &s->acceleration, &s->yaw, &s->yaw_rate);
    caper_root root = caper_root_mul(s->root, delta);
    s->yaw -= root.yaw - caper_wrap_angle(root.yaw); // both stay small together
    root.yaw = caper_wrap_angle(root.yaw);
    s->root = root;
    s->since += dt, s->until -= dt;
    const caper_clip *clip = player->def.match->clips[s->clip];
    bool ends = !clip->loops && s->time > clip->duration - LAST_MOMENT;
    if (fresh || ends || s->until <= 0.0f) {
        s->until = player->def.search_time;
        s->asked = s->goal, s->asked_yaw = s->goal_yaw;
        events |= CAPER_GRAPH_CHOSE | (search(player, ends) ? CAPER_GRAPH_TRANSITION : 0u);
    }
    uint32_t stands = feet_now(player);
    events |= stands & ~s->stands ? CAPER_GRAPH_LANDED : 0u;
    s->stands = stands;
    *frame = (caper_match_frame){delta, root, stands, events, s->clip, s->time};
    return true;
}

const caper_match *caper_match_player_match(const caper_match_player *player)
{
    return player->def.match;
}

bool caper_match_player_pose(caper_match_player *player, caper_pose *local)
{
    const caper_clip *clip = player->def.match->clips[player->state.clip];
    caper_pose bare = *local; // without deforms: databases have none
    bare.deform_count = 0;
    if (local->body_count != player->body_count ||
        !caper_clip_sample(clip, moment_of(clip, player->state.time), NULL, &bare))
        return false;
    apply(player, local);
    return true;
}

// -- States
// -------------------------------------------------------------------------------------------------

static size_t state_size(const caper_match_player *p)
{
    return sizeof p->state + (size_t)p->body_count * sizeof *p->offsets;
}

size_t caper_match_player_save(const caper_match_player *player, void *out, size_t size)
{
    size_t needed = state_size(player);
    if (out && size >= needed) {
        memcpy(out, &player->state, sizeof player->state);
        memcpy((char *)out + sizeof player->state, player->offsets, needed - sizeof player->state);
    }
    return needed;
}

static bool all_within(const void *bytes, size_t count, float limit)
{
    for (size_t i = 0; i < count; i++) {
        float value;
        memcpy(&value, (const char *)bytes + i * sizeof value, sizeof value);
        if (!(fabsf(value) < limit))
            return false;
    }
    return true;
}

static bool state_is_sound(const caper_match_player *p, const drive_state *s)
{
    const caper_match *m = p->def.match;
    return s->clip >= 0 && s->clip < m->clip_count && s->time >= 0.0f &&
           s->time <= m->clips[s->clip]->duration + 1e3f && fabsf(s->until) < 1e4f &&
           s->since >= 0.0f && root_is_finite(s->root) && caper_vec3_is_finite(s->goal) &&
           all_within(&s->goal, 8, MOST_SPEED) && all_within(&s->velocity, 6, MOST_RATE) &&
           fabsf(s->yaw) < 1e6f && fabsf(s->yaw_rate) < MOST_RATE && all_within(s->pace, 6, 1e6f);
}

bool caper_match_player_load(caper_match_player *player, const void *bytes, size_t size,
                             caper_error *error)
{
    drive_state s;
    size_t needed = state_size(player), rest = needed - sizeof s;
    if (!bytes || size != needed)
        return caper_error_set(error, CAPER_ERROR_INVALID, NULL, 0, 0,
                               "a state of %zu bytes, expected %zu", size, needed);
    memcpy(&s, bytes, sizeof s);
    const char *offsets = (const char *)bytes + sizeof s;
    if (s.magic != MAGIC || s.version != VERSION || s.size != sizeof s ||
        s.frame_count != player->def.match->frame_count ||
        s.feature_count != player->def.match->feature_count)
        return caper_error_set(error, CAPER_ERROR_INVALID, NULL, 0, 0,
                               "not a state of a player of this database");
    if (!state_is_sound(player, &s) || !all_within(offsets, rest / sizeof(float), 1e4f))
        return caper_error_set(error, CAPER_ERROR_INVALID, NULL, 0, 0,
                               "a state with numbers out of range");
    player->state = s;
    memcpy(player->offsets, offsets, rest);
    return true;
}
