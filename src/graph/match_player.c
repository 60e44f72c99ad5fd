// SPDX-License-Identifier: MIT
//
// A player that is driven by matching (Clavet 2016; Holden, Kanoun, Perepichka and Popa, Learned
// motion matching, 2020, section 3). The wish is the pose that plays and a way ahead that leads by
// critically damped springs from the speed it has to the one that is commanded. Every tenth of a
// second, and at once when the command changes, the nearest frame is searched for in which the same
// feet stand; when it is nearer than going on, the player goes on from there. Nothing is
// cross-faded: what the new place lacks of the old one, rotations, positions and speeds alike, is
// an offset that dies out by itself (inertialization: Bollo, 2018), so only one clip is sampled
// each frame.
//
// The new clip is laid so that soles that stand lie where they stood, and from then on its root
// moves exactly as in the clip: correcting its pace would drag its feet. Angles that die out do not
// put a foot anywhere, so feet have offsets of their own, of their places, and legs are bent to
// them (as in blends of a graph: blend.c). The trunk comes to its new height slowly enough not to
// fall. A foot that lands while its offset is still in the air stands when that has died.
// Invariant: velocities have no jumps, whatever the commands are.
#include "contact/footage.h"
#include "graph/blend.h"
#include "graph/match.h"

#include <math.h>
#include <string.h>

#define MAGIC 0x52504d43u // "CMPR"
#define VERSION 2
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
// So near the ground is on it, metres of a person: what the latch takes for even.
#define ON_GROUND 0.009f
// Seconds after which limits of what can follow are twice as wide, because something better cannot:
// half a second is a late answer. And how wide they get; the judge fails more beyond.
#define PATIENCE 0.5f
#define WIDEST 3.0f

// What a body has too much, as against the clip: in the frame of its parent (of the root, where it
// has none), and of the space of the player where it is the place of a foot.
typedef struct offset {
    caper_vec3 turn, turn_rate; // rotation vector, and its rate
    caper_vec3 shift, shift_rate;
} offset;

// All that changes, but for the offsets. Plain data: it is the saved state, too.
typedef struct drive_state {
    uint32_t magic, version, size;
    int32_t clip;
    int32_t frame_count, feature_count; // of the database
    float time;                         // seconds into the clip
    float until;                        // seconds to the next search
    float rise_half_life;               // of the height of the trunk
    float waited;                       // seconds that nothing followed which would be better
    uint32_t stands;                    // feet that stand
    caper_vec3 goal;                    // velocity as commanded
    float goal_yaw;
    caper_vec3 asked; // what the last search was for
    float asked_yaw;
    caper_vec3 velocity, acceleration; // of the wish
    float yaw, yaw_rate;               // of the wish
    caper_root base;                   // where the clip is laid
    float shift[3], shift_rate[3];     // of the root that is told, beside it: x, z, yaw
} drive_state;

struct caper_match_player {
    caper_match_player_def def;
    drive_state state;
    offset *offsets; // of bodies, then of the places of feet
    int body_count, foot_count;
    caper_pose spare[4]; // old and new place, now and a moment before
    caper_allocator allocator;
};

static size_t offsets_size(const caper_match_player *p)
{
    return (size_t)(p->body_count + p->foot_count) * sizeof *p->offsets;
}

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
        p->foot_count = def->match->stand_count;
        p->offsets = caper_alloc_zero(def->allocator, offsets_size(p), _Alignof(offset));
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
                      .rise_half_life = def->blend_half_life,
                      .goal_yaw = def->start.yaw,
                      .yaw = def->start.yaw,
                      .base = def->start};
    return p;
}

void caper_match_player_destroy(caper_match_player *player)
{
    if (!player)
        return;
    caper_allocator allocator = player->allocator;
    for (int i = 0; i < 4; i++)
        caper_pose_destroy(&player->spare[i], &allocator);
    caper_free(&allocator, player->offsets, offsets_size(player));
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
    caper_sincos(s->base.yaw, &sine, &cosine);
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
        caper_sincos(caper_wrap_angle(yaw - s->base.yaw), &out[6 + 2 * i], &out[7 + 2 * i]);
    }
}

// -- Offsets
// ------------------------------------------------------------------------------------------------

static float moment_of(const caper_clip *clip, float time)
{
    return clip->loops ? time : caper_clamp(time, 0.0f, clip->duration);
}

// A body in the space of the player, by its clip.
static caper_transform place_of(const caper_match_player *p, const caper_pose *local, int body)
{
    caper_transform at = caperi_model_of(&p->def.match->clips[0]->skeleton, local, body);
    return caper_transform_mul(caper_root_transform(p->state.base), at);
}

static void decay(caper_match_player *p, float dt)
{
    float half = p->def.blend_half_life;
    for (int i = 0; i < p->body_count + p->foot_count; i++) {
        offset *o = &p->offsets[i];
        float height = o->shift.y, rate = o->shift_rate.y;
        caper_vec3_decay_spring(&o->turn, &o->turn_rate, half, dt);
        caper_vec3_decay_spring(&o->shift, &o->shift_rate, half, dt);
        if (i == p->def.match->def.character->root_body) {
            caper_decay_spring(&height, &rate, p->state.rise_half_life, dt);
            o->shift.y = height, o->shift_rate.y = rate;
        }
    }
}

static caper_transform with_offset(const offset *o, caper_transform t)
{
    t.rotation = caper_quat_normalize(caper_quat_mul(caper_quat_exp(o->turn), t.rotation));
    t.position = caper_vec3_add(t.position, o->shift);
    return t;
}

// The root that is told: that of the clip, with what it has too much.
static caper_root root_of(const drive_state *s)
{
    return (caper_root){s->base.x + s->shift[0], s->base.y, s->base.z + s->shift[1],
                        caper_wrap_angle(s->base.yaw + s->shift[2])};
}

// What dies out bends no joint farther beyond its limits than it was without.
static caper_quat within(const caper_character *c, int body, caper_quat own, caper_quat shown)
{
    const caper_joint *joint = &c->bodies[body].joint;
    caper_quat rest = c->skeleton.rest_local[body].rotation;
    float excess = caper_joint_measure(joint, rest, shown).excess;
    if (!(excess > 0.0f))
        return shown;
    float least = caper_joint_measure(joint, rest, own).excess;
    return caper_quat_slerp(caper_joint_clamp(joint, rest, shown), shown,
                            caper_min(1.0f, least / excess));
}

static void apply(const caper_match_player *p, caper_pose *local)
{
    const caper_match *m = p->def.match;
    const caper_skeleton *skeleton = &m->clips[0]->skeleton;
    caper_transform places[CAPERI_GRAPH_FEET];
    caper_transform base = caper_root_transform(p->state.base);
    for (int k = 0; k < p->foot_count; k++) {
        caper_transform place =
            with_offset(&p->offsets[p->body_count + k], place_of(p, local, m->stands[k]));
        places[k] = caper_transform_unmul(base, place);
    }
    caper_quat own[CAPERI_GRAPH_FEET];
    for (int k = 0; k < p->foot_count; k++)
        own[k] = local->bodies[m->stands[k]].rotation;
    for (int b = 0; b < p->body_count; b++)
        local->bodies[b] = with_offset(&p->offsets[b], local->bodies[b]);
    for (int k = 0; k < p->foot_count; k++) {
        caper_quat *foot = &local->bodies[m->stands[k]].rotation;
        caperi_put_foot(skeleton, local, m->stands[k], places[k]);
        *foot = within(m->def.character, m->stands[k], own[k], *foot);
    }
    caper_transform told = caper_root_transform(root_of(&p->state));
    for (int b = 0; b < p->body_count; b++)
        if (skeleton->parents[b] < 0)
            local->bodies[b] =
                caper_transform_unmul(told, caper_transform_mul(base, local->bodies[b]));
}

static caper_vec3 turn_between(caper_quat from, caper_quat to)
{
    return caper_quat_log(
        caper_quat_toward(caper_quat_mul(to, caper_quat_conj(from)), caper_quat_identity()));
}

// What the old place has more than the new one is added to an offset. Each is given a moment
// before, and now.
static void add_offset(offset *o, const caper_transform old[2], const caper_transform new[2],
                       float step)
{
    caper_vec3 turned = caper_vec3_sub(turn_between(old[0].rotation, old[1].rotation),
                                       turn_between(new[0].rotation, new[1].rotation));
    caper_vec3 moved = caper_vec3_sub(caper_vec3_sub(old[1].position, old[0].position),
                                      caper_vec3_sub(new[1].position, new[0].position));
    caper_transform shown = with_offset(o, old[1]);
    o->turn = turn_between(new[1].rotation, shown.rotation);
    o->turn_rate = caper_vec3_add_scaled(o->turn_rate, turned, 1.0f / step);
    o->shift = caper_vec3_sub(shown.position, new[1].position);
    o->shift_rate = caper_vec3_add_scaled(o->shift_rate, moved, 1.0f / step);
}

static void turn_offset(offset *o, caper_quat by)
{
    caper_vec3 *parts[4] = {&o->turn, &o->turn_rate, &o->shift, &o->shift_rate};
    for (int i = 0; i < 4; i++)
        *parts[i] = caper_quat_rotate(by, *parts[i]);
}

// Pose a moment before and now, as seen from where the root is now; returns how it went there.
static caper_root look_at(const caper_clip *clip, float time, float step, caper_pose poses[2])
{
    float before = moment_of(clip, time - step), now = moment_of(clip, time);
    caper_clip_sample(clip, before, NULL, &poses[0]);
    caper_clip_sample(clip, now, NULL, &poses[1]);
    caper_root from = caper_clip_sample_root(clip, before);
    caper_root to = caper_clip_sample_root(clip, now);
    caper_transform behind = caper_root_transform(caper_root_delta(to, from));
    for (int b = 0; b < clip->skeleton.body_count; b++)
        if (clip->skeleton.parents[b] < 0)
            poses[0].bodies[b] = caper_transform_mul(behind, poses[0].bodies[b]);
    return caper_root_delta(from, to);
}

// Lay the new clip so that soles that stand lie where they stood and point where they pointed.
static void lay(caper_match_player *p, const caperi_match_moment *shown,
                const caperi_match_moment *next)
{
    caper_root *base = &p->state.base;
    caper_vec3 old = caper_vec3_zero(), new = old;
    float turn = 0.0f, count = 0.0f;
    for (int k = 0; k < p->foot_count && k < CAPER_MATCH_MAX_FEET; k++) {
        if (!(shown->stands & next->stands & 1u << k))
            continue;
        old = caper_vec3_add(old, shown->feet[k].position);
        new = caper_vec3_add(new, next->feet[k].position);
        turn += caper_wrap_angle(shown->feet[k].yaw - next->feet[k].yaw);
        count++;
    }
    if (count == 0.0f)
        return;
    caper_root turned = {0.0f, 0.0f, 0.0f, turn / count};
    new = caper_transform_mul_point(caper_root_transform(turned), new);
    turned.x = (old.x - new.x) / count, turned.z = (old.z - new.z) / count;
    *base = caper_root_mul(*base, turned);
}

// The root that is told stays where it is, and as fast as it is.
static void add_way(drive_state *s, caper_root told, caper_vec3 old_way, caper_vec3 new_way,
                    float step)
{
    s->shift[0] = told.x - s->base.x, s->shift[1] = told.z - s->base.z;
    s->shift[2] = caper_wrap_angle(told.yaw - s->base.yaw);
    s->shift_rate[0] += (old_way.x - new_way.x) / step;
    s->shift_rate[1] += (old_way.z - new_way.z) / step;
    s->shift_rate[2] += caper_wrap_angle(old_way.y - new_way.y) / step;
}

// A way over the ground as it is seen with a yaw: x, z and, as y, how far it turns.
static caper_vec3 way_seen(caper_root way, float yaw)
{
    float sine, cosine;
    caper_sincos(yaw, &sine, &cosine);
    return caper_vec3_make(way.x * cosine + way.z * sine, caper_wrap_angle(way.yaw),
                           way.z * cosine - way.x * sine);
}

static void jump(caper_match_player *p, const caperi_match_moment *shown, int frame)
{
    const caper_match *m = p->def.match;
    drive_state *s = &p->state;
    int clip = m->clip_of[frame];
    const caper_clip *from = m->clips[s->clip], *to = m->clips[clip];
    float step = 1.0f / m->def.rate, time = (float)m->frame_of[frame] * step;
    time = to->loops ? time : caper_max(time, step); // what goes before tells how fast it is
    caper_root old_way = look_at(from, s->time, step, p->spare);
    caper_root new_way = look_at(to, time, step, p->spare + 2);
    caper_root told = root_of(s);
    caper_transform old[CAPERI_GRAPH_FEET][2];
    for (int i = 0; i < 2; i++)
        for (int k = 0; k < p->foot_count; k++)
            old[k][i] = place_of(p, &p->spare[i], m->stands[k]);
    caper_transform before = caper_root_transform(s->base);
    float yaw = s->base.yaw;
    lay(p, shown, &m->stances[frame]);
    caper_transform relaid = caper_transform_unmul(caper_root_transform(s->base), before);
    for (int b = 0; b < p->body_count; b++) {
        caper_transform olds[2] = {p->spare[0].bodies[b], p->spare[1].bodies[b]};
        caper_transform news[2] = {p->spare[2].bodies[b], p->spare[3].bodies[b]};
        for (int i = 0; i < 2 && to->skeleton.parents[b] < 0; i++)
            olds[i] = caper_transform_mul(relaid, olds[i]);
        if (to->skeleton.parents[b] < 0)
            turn_offset(&p->offsets[b], relaid.rotation);
        add_offset(&p->offsets[b], olds, news, step);
    }
    for (int k = 0; k < p->foot_count; k++) {
        caper_transform new[2] = {place_of(p, &p->spare[2], m->stands[k]),
                                  place_of(p, &p->spare[3], m->stands[k])};
        add_offset(&p->offsets[p->body_count + k], old[k], new, step);
    }
    const offset *trunk = &p->offsets[m->def.character->root_body];
    s->rise_half_life =
        caper_max(p->def.blend_half_life, caperi_match_rise(trunk->shift.y, trunk->shift_rate.y));
    add_way(s, told, way_seen(old_way, yaw), way_seen(new_way, s->base.yaw), step);
    s->clip = clip, s->time = time, s->waited = 0.0f;
}

// -- Going on
// -----------------------------------------------------------------------------------------------

// How somebody stands as he is shown.
static caperi_match_moment shown_stance(caper_match_player *p)
{
    const caper_match *m = p->def.match;
    const drive_state *s = &p->state;
    caperi_match_moment stance = caperi_match_stance(m, s->clip, s->time, &p->spare[0]);
    const offset *trunk = &p->offsets[m->def.character->root_body];
    stance.stands = s->stands;
    stance.height += trunk->shift.y, stance.rise += trunk->shift_rate.y;
    for (int k = 0; k < p->foot_count; k++) {
        caper_transform place =
            with_offset(&p->offsets[p->body_count + k], place_of(p, &p->spare[0], m->stands[k]));
        place = caper_transform_unmul(caper_root_transform(s->base), place);
        caperi_match_moment_put(m, &stance, k, place);
    }
    return stance;
}

// How much a frame must be like the one that is shown.
enum {
    FOLLOWS,
    SAME_FEET,
    ANY
};

// Who goes on.
typedef struct follower {
    const caper_match *match;
    caperi_match_moment shown;
    int like;
    float wide;
} follower;

static bool can_follow(void *user, int frame)
{
    const follower *who = user;
    const caper_match *m = who->match;
    const caperi_match_moment *next = &m->stances[frame];
    return caperi_match_leads_on(m, frame) &&
           (who->like == ANY || (who->like == SAME_FEET && next->stands == who->shown.stands) ||
            (who->like == FOLLOWS && caperi_match_follows(m, &who->shown, next, who->wide)));
}

// The clip comes to its last way out, and to its last moment.
typedef struct needs {
    bool ends, last;
} needs;

// Is the answer to a search no other place, or not so much nearer than going on that it pays?
static bool is_idle(const caper_match_player *p, const caper_match_job *job, float here)
{
    const drive_state *s = &p->state;
    bool same = job->clip == s->clip && fabsf(job->time - s->time) < SAME_TIME;
    return same || job->distance > (1.0f - p->def.eager) * here;
}

// Search, and go elsewhere if that is better, or if the clip ends; true when it went. While what
// would be better cannot follow, more and more can.
static bool search(caper_match_player *p, const needs *need)
{
    const caper_match *m = p->def.match;
    drive_state *s = &p->state;
    float features[CAPER_MATCH_MAX_FEATURES], wish[CAPER_MATCH_MAX_FEATURES];
    caperi_match_describe(m, s->clip, s->time, &p->spare[0], features);
    memcpy(wish, features, sizeof wish);
    put_way(p, wish + m->feature_count - 12);
    float here = caperi_match_distance(m, wish, features);
    follower who = {m, shown_stance(p), m->def.loose ? ANY : FOLLOWS,
                    caper_min(1.0f + s->waited / PATIENCE, WIDEST)};
    caper_match_job job = {.features = wish, .hint = -1, .accept = can_follow, .user = &who};
    bool found = caper_match_search(m, &job);
    for (; !found && need->last && who.like < ANY; found = caper_match_search(m, &job))
        who.like++;
    if (found && (need->ends || !is_idle(p, &job, here))) {
        jump(p, &who.shown, job.frame);
        return true;
    }
    who.like = ANY;
    bool waits = caper_match_search(m, &job) && !is_idle(p, &job, here);
    s->waited = waits ? caper_max(s->waited, SHORTEST) : 0.0f;
    return false;
}

// The way of the clip in this frame.
static void go_on(caper_match_player *p, float dt)
{
    drive_state *s = &p->state;
    const caper_clip *clip = p->def.match->clips[s->clip];
    caper_root from = caper_clip_sample_root(clip, moment_of(clip, s->time));
    s->time += dt;
    caper_root to = caper_clip_sample_root(clip, moment_of(clip, s->time));
    s->base = caper_root_mul(s->base, caper_root_delta(from, to));
    for (int i = 0; i < 3; i++)
        caper_decay_spring(&s->shift[i], &s->shift_rate[i], p->def.blend_half_life, dt);
    if (clip->loops)
        s->time = caper_clip_wrap(clip, s->time, NULL);
}

static uint32_t feet_now(const caper_match_player *p)
{
    const caper_match *m = p->def.match;
    const drive_state *s = &p->state;
    const caper_clip *clip = m->clips[s->clip];
    uint32_t stands = caperi_clip_stands(clip, m->stands, m->stand_count, moment_of(clip, s->time));
    float low = ON_GROUND * m->def.character->size / CAPERI_REFERENCE_SIZE;
    for (int k = 0; k < p->foot_count; k++)
        if (!(s->stands >> k & 1) && fabsf(p->offsets[p->body_count + k].shift.y) > low)
            stands &= ~(1u << k);
    return stands;
}

bool caper_match_player_update(caper_match_player *player, float dt,
                               const caper_graph_command *command, caper_match_frame *frame)
{
    drive_state *s = &player->state;
    if (!(dt >= 0.0f && dt < 1e3f) || (command && !is_speed(command->velocity)))
        return false;
    uint32_t events = 0;
    bool fresh = hear(s, command);
    caper_root told = root_of(s);
    go_on(player, dt);
    decay(player, dt);
    lead(player, dt, &s->velocity, &s->acceleration, &s->yaw, &s->yaw_rate);
    s->yaw -= s->base.yaw - caper_wrap_angle(s->base.yaw); // both stay small together
    s->base.yaw = caper_wrap_angle(s->base.yaw);
    s->until -= dt, s->waited = s->waited > 0.0f ? s->waited + dt : 0.0f;
    const caper_clip *clip = player->def.match->clips[s->clip];
    needs need = {s->time > player->def.match->ends[s->clip] - CAPERI_MATCH_END,
                  !clip->loops && s->time > clip->duration - LAST_MOMENT};
    if (fresh || need.ends || s->waited > 0.0f || s->until <= 0.0f) {
        s->until = player->def.search_time;
        s->asked = s->goal, s->asked_yaw = s->goal_yaw;
        events |= CAPER_GRAPH_CHOSE | (search(player, &need) ? CAPER_GRAPH_TRANSITION : 0u);
    }
    uint32_t stands = feet_now(player);
    events |= stands & ~s->stands ? CAPER_GRAPH_LANDED : 0u;
    s->stands = stands;
    caper_root root = root_of(s), delta = caper_root_delta(told, root);
    delta.yaw = caper_wrap_angle(delta.yaw);
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
    return sizeof p->state + offsets_size(p);
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
           s->waited >= 0.0f && s->rise_half_life >= SHORTEST && s->rise_half_life < 1e3f &&
           root_is_finite(s->base) && caper_vec3_is_finite(s->goal) &&
           all_within(&s->goal, 8, MOST_SPEED) && all_within(&s->velocity, 6, MOST_RATE) &&
           fabsf(s->yaw) < 1e6f && fabsf(s->yaw_rate) < MOST_RATE && all_within(s->shift, 6, 1e6f);
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
