// SPDX-License-Identifier: MIT
// Room `motion`: binding a motion to a character, and frames of it. The creature grows by horns
// that no channel selects, from 25 bodies to 800: a frame must cost the same on all of them. The
// baseline prepares nothing: it asks every query each frame, visits all bodies, and specializes by
// the public function. Both give the same goals, which set-up checks.
#include "bench.h"
#include "caper/motion.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CHANNELS 6
#define WIDE 32 // channels of the motion with many
#define TIMES 256
#define MAX_GOALS 64

typedef struct motion_state {
    caper_character *character;
    caper_motion *motion;
    caper_binding *binding;
    caper_target target;
    caper_world_frame frame;
    caper_goal goals[MAX_GOALS];
} motion_state;

// ---------------------------------------------------------------------------------------- subject

typedef struct draft {
    caper_body_def bodies[CAPER_MAX_BODIES];
    char names[CAPER_MAX_BODIES][8];
    int count;
} draft;

static int add(draft *d, int parent, float x, float y, float z, caper_caps caps)
{
    int i = d->count++;
    snprintf(d->names[i], sizeof d->names[i], "b%d", i);
    d->bodies[i] = caper_body_def_default();
    d->bodies[i].name = d->names[i];
    d->bodies[i].parent = parent;
    d->bodies[i].rest_local.position = caper_vec3_make(x, y, z);
    d->bodies[i].caps = caps;
    return i;
}

// Three spine bodies, a head with a mouth, two arms, four legs; horns up to body_count.
static caper_character *make_character(int body_count)
{
    draft *d = calloc(1, sizeof *d);
    if (!d)
        return NULL;
    int spine[3];
    for (int i = 0; i < 3; i++)
        spine[i] = add(d, i - 1, 0, i ? 0 : 1, i ? 0.3f : 0, CAPER_CAP_SPINE);
    int head = add(d, spine[2], 0, 0.3f, 0.2f, CAPER_CAP_HEAD);
    add(d, head, 0, 0, 0.1f, CAPER_CAP_MOUTH);
    for (int side = 1; side >= -1; side -= 2) {
        float s = (float)side;
        int upper = add(d, spine[2], 0.2f * s, 0, 0, CAPER_CAP_LIMB);
        int lower = add(d, upper, 0.3f * s, 0, 0, CAPER_CAP_LIMB);
        add(d, lower, 0.3f * s, 0, 0.1f, CAPER_CAP_LIMB | CAPER_CAP_GRASPER);
        for (int pair = 0; pair < 2; pair++) {
            int thigh = add(d, spine[pair], 0.15f * s, -0.1f, 0, CAPER_CAP_LIMB);
            int shin = add(d, thigh, 0, -0.4f, 0, CAPER_CAP_LIMB);
            add(d, shin, 0, -0.4f, 0, CAPER_CAP_LIMB | CAPER_CAP_FOOT);
        }
    }
    while (d->count < body_count) {
        float angle = 0.7f * (float)d->count;
        add(d, spine[d->count % 3], 0.1f * caper_sin(angle), 0.1f, 0.1f * caper_cos(angle),
            CAPER_CAP_HORN);
    }
    caper_character_def def = caper_character_def_default();
    def.name = "bench";
    def.bodies = d->bodies;
    def.body_count = d->count;
    caper_character *character = caper_character_create(&def, NULL);
    free(d);
    return character;
}

static caper_key key_of(caper_rng *rng, caper_curve_kind kind, float time)
{
    caper_key key = {.time = time};
    for (int i = 0; i < 3; i++)
        key.value[i] = caper_rng_range(rng, -0.3f, 0.3f);
    if (kind == CAPER_CURVE_ROTATION) {
        caper_quat q = caper_quat_exp(caper_vec3_make(key.value[0], key.value[1], key.value[2]));
        memcpy(key.value, &q, sizeof key.value);
    }
    if (kind == CAPER_CURVE_POSITION_WEIGHT)
        key.value[0] = caper_rng_range(rng, 0.1f, 0.9f);
    return key;
}

// Root, spine, a look, hands blended between a target and the mouth, feet on the ground; then more
// of the first kind. All curves have eight keys.
static caper_motion *make_motion(int channel_count)
{
    enum {
        KEYS = 8
    };
    static const caper_caps caps[CHANNELS] = {CAPER_CAP_ROOT,    CAPER_CAP_SPINE,   CAPER_CAP_HEAD,
                                              CAPER_CAP_GRASPER, CAPER_CAP_GRASPER, CAPER_CAP_FOOT};
    static char names[WIDE][8];
    static caper_key keys[WIDE][3][KEYS];
    static caper_curve curves[WIDE][3];
    static caper_channel channels[WIDE];
    caper_rng rng = caper_rng_make(4);
    memset(channels, 0, sizeof channels);
    for (int k = 0; k < channel_count; k++) {
        caper_channel *c = &channels[k];
        int kind = k % CHANNELS;
        snprintf(names[k], sizeof names[k], "c%d", k);
        c->name = names[k];
        c->query.caps = caps[kind];
        c->mode.position = kind == 3 || kind == 4 ? CAPER_FRAME_SECONDARY : CAPER_FRAME_REST;
        c->mode.rotation = kind == 2 ? CAPER_FRAME_LOOK : CAPER_FRAME_REST;
        c->mode.scale = kind < 3 ? CAPER_SCALE_CREATURE : CAPER_SCALE_LIMB;
        c->mode.ground = kind == 5;
        c->aim.kind = kind == 4 ? CAPER_AIM_BODIES : CAPER_AIM_TARGET;
        c->aim.target = "thing";
        c->aim.bodies.caps = CAPER_CAP_MOUTH;
        c->blend = "all";
        c->curves = curves[k];
        for (int i = 0; i < 3; i++) {
            static const caper_curve_kind kinds[] = {CAPER_CURVE_POSITION, CAPER_CURVE_ROTATION,
                                                     CAPER_CURVE_POSITION_WEIGHT};
            if (kind == 2 && i != 1)
                continue;
            curves[k][c->curve_count++] =
                (caper_curve){.kind = kinds[i], .keys = keys[k][i], .key_count = KEYS};
            for (int t = 0; t < KEYS; t++)
                keys[k][i][t] = key_of(&rng, kinds[i], 0.25f * (float)t);
        }
    }
    static caper_key way[3];
    static caper_event events[KEYS];
    for (int i = 0; i < 3; i++)
        way[i] =
            (caper_key){.time = (float)i, .value = {0.1f * (float)i, 0, 0.5f * (float)i, 0.2f}};
    for (int i = 0; i < KEYS; i++)
        events[i] = (caper_event){.time = 0.25f * (float)i, .name = "step"};
    caper_curve travel = {.kind = CAPER_CURVE_TRAVEL, .keys = way, .key_count = 3};
    caper_branch branch = {.name = "", .channels = channels, .channel_count = channel_count};
    caper_motion_def def = caper_motion_def_default();
    def.name = "bench";
    def.duration = 2;
    def.loops = true;
    def.branches = &branch;
    def.branch_count = 1;
    def.travel = &travel;
    def.events = events;
    def.event_count = KEYS;
    return caper_motion_create(&def, NULL);
}

// ------------------------------------------------------------------------------------- the plain
// way

typedef struct plain {
    const caper_channel *position_owner, *rotation_owner;
    caper_vec3 position, point;
    caper_quat rotation;
    float position_weight, rotation_weight;
} plain;

static bool claims(const caper_channel **owner, const caper_channel *channel)
{
    if (!*owner)
        *owner = channel;
    return *owner == channel ||
           ((*owner)->blend && channel->blend && strcmp((*owner)->blend, channel->blend) == 0);
}

static float weight_of(const caper_channel *channel, caper_curve_kind kind, float time)
{
    const caper_curve *curve = caper_channel_curve(channel, kind, NULL);
    float value = 1;
    if (curve)
        caper_curve_sample(curve, time, &value, NULL);
    return value;
}

// Where a body is that the goals so far carry along, from the root down.
static caper_transform carry(const caper_character *c, int body, const caper_goal *goals,
                             int goal_count)
{
    int way[64], depth = 0;
    for (int a = body; a >= 0 && depth < 64; a = c->bodies[a].parent)
        way[depth++] = a;
    caper_transform moved = caper_transform_identity();
    while (depth-- > 0)
        for (int g = 0; g < goal_count; g++) {
            if (goals[g].body != way[depth])
                continue;
            caper_transform rest = c->rest_model[way[depth]];
            caper_transform now = caper_transform_mul(moved, rest);
            caper_vec3 at = caper_transform_mul_point(now, goals[g].point);
            now.rotation =
                caper_quat_nlerp(now.rotation, goals[g].rotation, goals[g].rotation_weight);
            at = caper_vec3_lerp(at, goals[g].position, goals[g].position_weight);
            now.position = caper_vec3_sub(at, caper_quat_rotate(now.rotation, goals[g].point));
            moved = caper_transform_mul(now, caper_transform_inverse(rest));
        }
    return caper_transform_mul(moved, c->rest_model[body]);
}

static caper_vec3 aim_of(const motion_state *s, const caper_channel *channel,
                         const caper_goal *goals, int goal_count)
{
    const caper_character *c = s->character;
    const caper_target *target = caper_world_find_target(&s->frame, channel->aim.target);
    if (channel->aim.kind == CAPER_AIM_TARGET)
        return target->transform.position;
    int16_t bodies[CAPER_MAX_BODIES];
    int count = caper_query_select(&channel->aim.bodies, c, bodies);
    caper_vec3 sum = caper_vec3_zero();
    for (int i = 0; i < count; i++)
        sum = caper_vec3_add(sum, caper_transform_mul_point(carry(c, bodies[i], goals, goal_count),
                                                            c->bodies[bodies[i]].box_center));
    return caper_vec3_scale(sum, 1.0f / (float)count);
}

static void add_plainly(plain *to, const caper_mode *mode, const caper_place *place,
                        const caper_channel *channel, float time)
{
    const caper_curve *position = caper_channel_curve(channel, CAPER_CURVE_POSITION, NULL);
    const caper_curve *rotation = caper_channel_curve(channel, CAPER_CURVE_ROTATION, NULL);
    caper_transform general = caper_transform_identity();
    float v[4];
    if (position) {
        caper_curve_sample(position, time, v, NULL);
        general.position = caper_vec3_make(v[0], v[1], v[2]);
    }
    if (rotation) {
        caper_curve_sample(rotation, time, v, NULL);
        general.rotation = caper_quat_make(v[0], v[1], v[2], v[3]);
    }
    caper_transform special = caper_specialize(mode, place, general);
    if (position && claims(&to->position_owner, channel)) {
        float w = weight_of(channel, CAPER_CURVE_POSITION_WEIGHT, time);
        caper_vec3 point = caper_mode_point(mode, place->character, place->body);
        to->position = caper_vec3_add_scaled(to->position, special.position, w);
        to->point = caper_vec3_add_scaled(to->point, point, w);
        to->position_weight += w;
    }
    if (rotation && claims(&to->rotation_owner, channel)) {
        float w = weight_of(channel, CAPER_CURVE_ROTATION_WEIGHT, time);
        caper_quat q = caper_quat_toward(special.rotation, to->rotation), r = to->rotation;
        to->rotation = caper_quat_make(r.x + q.x * w, r.y + q.y * w, r.z + q.z * w, r.w + q.w * w);
        to->rotation_weight += w;
    }
}

static int gather_plainly(const caper_character *c, const plain *bodies, caper_goal *goals)
{
    int count = 0;
    for (int i = 0; i < c->body_count; i++) {
        const plain *from = &bodies[i];
        if (!from->position_owner && !from->rotation_owner)
            continue;
        caper_goal *goal = &goals[count++];
        float w = from->position_weight;
        goal->body = i;
        goal->point = w > 0 ? caper_vec3_scale(from->point, 1 / w) : caper_vec3_zero();
        goal->position =
            w > 0 ? caper_vec3_scale(from->position, 1 / w) : c->rest_model[i].position;
        goal->rotation = caper_quat_normalize(from->rotation);
        goal->position_weight = caper_min(w, 1);
        goal->rotation_weight = caper_min(from->rotation_weight, 1);
    }
    return count;
}

static int evaluate_plainly(const motion_state *s, float time, caper_goal *goals)
{
    const caper_character *c = s->character;
    const caper_branch *branch = &s->motion->branches[0];
    plain bodies[CAPER_MAX_BODIES];
    int goal_count = 0;
    memset(bodies, 0, sizeof *bodies * (size_t)c->body_count);
    // looks come when it is known from where, aims at bodies when it is known where these are
    for (int stage = 0; stage < 3; stage++) {
        for (int k = 0; k < branch->channel_count; k++) {
            const caper_channel *channel = &branch->channels[k];
            bool looks = channel->mode.rotation == CAPER_FRAME_LOOK;
            if ((channel->aim.kind == CAPER_AIM_BODIES ? 2 : looks ? 1 : 0) != stage)
                continue;
            int16_t selected[CAPER_MAX_BODIES];
            int count = caper_query_select(&channel->query, c, selected);
            caper_vec3 aim = aim_of(s, channel, goals, goal_count);
            for (int i = 0; i < count; i++) {
                caper_place place = caper_place_make(c, selected[i]);
                place.target.position = aim;
                if (looks) {
                    caper_transform at = carry(c, selected[i], goals, goal_count);
                    caper_vec3 moved =
                        caper_vec3_sub(at.position, c->rest_model[selected[i]].position);
                    place.target.position = caper_vec3_sub(aim, moved);
                }
                float x = caper_transform_mul_point(c->rest_model[selected[i]],
                                                    c->bodies[selected[i]].box_center)
                              .x;
                place.mirror = c->bodies[selected[i]].mirror != selected[i] && x < -0.01f * c->size;
                add_plainly(&bodies[selected[i]], &channel->mode, &place, channel, time);
            }
        }
        goal_count = gather_plainly(c, bodies, goals);
    }
    return goal_count;
}

// ------------------------------------------------------------------------------------------ cases

static float time_of(int i)
{
    return 1.9f * (float)(i % TIMES) / TIMES;
}

static bool evaluate(motion_state *s, float time)
{
    caper_motion_job job = caper_motion_job_default();
    job.binding = s->binding;
    job.time = time;
    job.frame = &s->frame;
    job.goals = s->goals;
    return caper_motion_evaluate(&job);
}

static void teardown(void *user)
{
    motion_state *s = user;
    caper_binding_destroy(s->binding);
    caper_motion_destroy(s->motion);
    caper_character_destroy(s->character);
    free(s);
}

// The two ways agree.
static bool agree(motion_state *s)
{
    caper_goal goals[MAX_GOALS];
    for (int i = 0; i < TIMES; i += 16) {
        if (!evaluate(s, time_of(i)) ||
            evaluate_plainly(s, time_of(i), goals) != s->binding->variants[0].goal_count)
            return false;
        for (int k = 0; k < s->binding->variants[0].goal_count; k++)
            if (goals[k].body != s->goals[k].body ||
                caper_vec3_distance(goals[k].position, s->goals[k].position) > 1e-3f ||
                caper_quat_angle(goals[k].rotation, s->goals[k].rotation) > 1e-2f)
                return false;
    }
    return true;
}

static void *make(int body_count, int channel_count, double *units)
{
    motion_state *s = calloc(1, sizeof *s);
    if (!s)
        return NULL;
    s->character = make_character(body_count);
    s->motion = make_motion(channel_count);
    s->target.name = "thing";
    s->target.transform = caper_transform_identity();
    s->target.transform.position = caper_vec3_make(0.5f, 1.2f, 1.5f);
    s->frame.targets = &s->target;
    s->frame.target_count = 1;
    if (s->character && s->motion)
        s->binding = caper_binding_create(s->motion, s->character, NULL, NULL);
    if (!s->binding || s->binding->max_goals > MAX_GOALS || !agree(s)) {
        teardown(s);
        return NULL;
    }
    *units = s->binding->variants[0].strand_count;
    return s;
}

#define SETUP(name, bodies, channels)                                                              \
    static void *name(double *units)                                                               \
    {                                                                                              \
        return make(bodies, channels, units);                                                      \
    }
SETUP(setup_25, 25, CHANNELS)
SETUP(setup_50, 50, CHANNELS)
SETUP(setup_100, 100, CHANNELS)
SETUP(setup_200, 200, CHANNELS)
SETUP(setup_400, 400, CHANNELS)
SETUP(setup_800, 800, CHANNELS)
SETUP(setup_one_channel, 25, 1)
SETUP(setup_wide, 25, WIDE)

static void *setup_bind(double *units)
{
    void *state = make(25, CHANNELS, units);
    *units = 1; // one call
    return state;
}

static void *setup_bind_800(double *units)
{
    void *state = make(800, CHANNELS, units);
    *units = 1;
    return state;
}

static void run(void *user, int times)
{
    motion_state *s = user;
    for (int i = 0; i < times; i++) {
        evaluate(s, time_of(i));
        bench_keep(s->goals);
    }
}

static void run_plainly(void *user, int times)
{
    motion_state *s = user;
    for (int i = 0; i < times; i++) {
        evaluate_plainly(s, time_of(i), s->goals);
        bench_keep(s->goals);
    }
}

static void run_travel(void *user, int times)
{
    motion_state *s = user;
    for (int i = 0; i < times; i++) {
        caper_root root = caper_motion_travel(s->binding, 0, 100 + time_of(i));
        bench_keep(&root);
    }
}

static void run_events(void *user, int times)
{
    motion_state *s = user;
    for (int i = 0; i < times; i++) {
        const caper_event *events[4];
        float from = 100 + time_of(i);
        int count = caper_motion_events(s->motion, from, from + 1.0f / 60, events, 4);
        bench_keep(&count);
    }
}

static void run_bind(void *user, int times)
{
    motion_state *s = user;
    for (int i = 0; i < times; i++) {
        caper_binding *binding = caper_binding_create(s->motion, s->character, NULL, NULL);
        bench_keep(binding);
        caper_binding_destroy(binding);
    }
}

#define EVALUATE(bodies)                                                                           \
    {                                                                                              \
        .name = "motion.evaluate_" #bodies, .what = "frame of 6 channels, " #bodies " bodies",     \
        .unit = "strand", .setup = setup_##bodies, .teardown = teardown, .run = run,               \
        .baseline = run_plainly, .relative_to = bodies == 25 ? NULL : "motion.evaluate_25",        \
        .max_relative = bodies == 25 ? 0 : 1.15,                                                   \
        .reference = "flat in bodies that no channel selects"                                      \
    }

static const bench_case cases[] = {
    EVALUATE(25),
    EVALUATE(50),
    EVALUATE(100),
    EVALUATE(200),
    EVALUATE(400),
    EVALUATE(800),
    {.name = "motion.channels_1",
     .what = "frame of 1 channel, 25 bodies",
     .unit = "strand",
     .setup = setup_one_channel,
     .teardown = teardown,
     .run = run,
     .baseline = run_plainly},
    {.name = "motion.channels_32",
     .what = "frame of 32 channels, 25 bodies",
     .unit = "strand",
     .setup = setup_wide,
     .teardown = teardown,
     .run = run,
     .baseline = run_plainly},
    {.name = "motion.travel",
     .what = "the way after fifty loops",
     .unit = "root",
     .setup = setup_bind,
     .teardown = teardown,
     .run = run_travel},
    {.name = "motion.events",
     .what = "events of a frame, of 8",
     .unit = "frame",
     .setup = setup_bind,
     .teardown = teardown,
     .run = run_events},
    {.name = "motion.bind_25",
     .what = "bind 6 channels to 25 bodies",
     .unit = "binding",
     .setup = setup_bind,
     .teardown = teardown,
     .run = run_bind},
    {.name = "motion.bind_800",
     .what = "bind 6 channels to 800 bodies",
     .unit = "binding",
     .setup = setup_bind_800,
     .teardown = teardown,
     .run = run_bind},
};

const bench_suite bench_motion = {"motion", cases, CAPER_COUNT_OF(cases), NULL, 0};
