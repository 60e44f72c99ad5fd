// SPDX-License-Identifier: MIT
//
// What a motion def must fulfil before anything is built from it. Everything is checked here, so
// that the builder can only fail for want of memory, and the file reader checks nothing but the
// shape of its JSON. A def has no line numbers: the reader gives the place of each part in the file
// (caperi_motion_places), and a refusal is reported at the part that is at fault.
#include "base/json.h"
#include "base/try.h"
#include "motion/asset.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

typedef struct checker {
    const caper_motion_def *def;
    caperi_motion_places places;
    caper_error *error;
    const caper_branch *branch;   // being checked
    const caper_channel *channel; // being checked; NULL: none
} checker;

// "channel 'hand': ", for messages.
typedef struct label {
    char text[96];
} label;

static label context_of(const checker *c)
{
    label l = {""};
    bool named = c->branch && c->branch->name && c->branch->name[0] && c->def->branch_count > 1;
    int at = 0;
    if (named)
        at = snprintf(l.text, sizeof l.text, "branch '%.20s', ", c->branch->name);
    if (c->channel)
        snprintf(l.text + at, sizeof l.text - (size_t)at,
                 "channel '%.30s': ", c->channel->name ? c->channel->name : "");
    return l;
}

// Record a refusal at the place of a part of the def (NULL: nowhere) and return false.
static bool refuse(const checker *c, const void *part, caper_status status, const char *format, ...)
    CAPER_PRINTF(4, 5);
static bool refuse(const checker *c, const void *part, caper_status status, const char *format, ...)
{
    int line = 0, column = 0;
    for (size_t i = 0; part && i < c->places.count; i++)
        if (c->places.items[i].item == part) {
            line = c->places.items[i].line;
            column = c->places.items[i].column;
            break;
        }
    char what[160];
    va_list args;
    va_start(args, format);
    vsnprintf(what, sizeof what, format, args);
    va_end(args);
    return caper_error_set(c->error, status, c->def->source, line, column, "%s%s",
                           context_of(c).text, what);
}

#define REQUIRE(condition, c, part, ...)                                                           \
    do {                                                                                           \
        if (!(condition))                                                                          \
            return refuse(c, part, CAPER_ERROR_INVALID, __VA_ARGS__);                              \
    } while (0)

// A list is there, and no longer than its limit.
static bool check_list(const checker *c, const void *part, const void *items, int count, int most,
                       const char *what)
{
    REQUIRE(count >= 0 && (count == 0 || items), c, part,
            "the number of %s is %d, or there are none to read", what, count);
    if (count > most)
        return refuse(c, part, CAPER_ERROR_LIMIT, "there are %d %s, the most is %d", count, what,
                      most);
    return true;
}

static bool check_name(const checker *c, const void *part, const char *name, const char *what)
{
    REQUIRE(name && name[0], c, part, "the %s has no name", what);
    REQUIRE(strlen(name) <= CAPERI_NAME_MAX, c, part, "the name of the %s has more than %d bytes",
            what, CAPERI_NAME_MAX);
    return true;
}

// -- Queries, modes, aims -------------------------------------------------------------------------

static bool check_query(const checker *c, const void *part, const caper_query *query)
{
    caper_caps known = (1u << CAPER_CAP_COUNT) - 1;
    REQUIRE(((query->caps | query->not_caps) & ~known) == 0, c, part,
            "a query asks for caps that do not exist");
    for (int i = 0; i < 3; i++)
        REQUIRE((int)query->zones[i] >= 0 && query->zones[i] < CAPER_ZONE_COUNT &&
                    (int)query->set_zones[i] >= 0 && query->set_zones[i] < CAPER_ZONE_COUNT,
                c, part, "a query asks for a zone that does not exist");
    REQUIRE((int)query->extent >= 0 && query->extent < CAPER_EXTENT_COUNT, c, part,
            "a query asks for an extent that does not exist");
    return true;
}

static bool check_mode(const checker *c, const caper_channel *channel)
{
    const caper_mode *mode = &channel->mode;
    REQUIRE((int)mode->position >= 0 && mode->position < CAPER_FRAME_COUNT &&
                (int)mode->rotation >= 0 && mode->rotation < CAPER_FRAME_COUNT &&
                (int)mode->scale >= 0 && mode->scale < CAPER_SCALE_COUNT && (int)mode->point >= 0 &&
                mode->point < CAPER_POINT_COUNT,
            c, mode, "the mode holds a frame, scale or point that does not exist");
    REQUIRE(mode->position != CAPER_FRAME_LOOK, c, mode,
            "the position frame is 'look', which is for rotations only");
    REQUIRE(mode->rotation < CAPER_FRAME_SURFACE, c, mode,
            "the rotation frame is 'surface' or 'reach', which are for positions only");
    REQUIRE(mode->position < CAPER_FRAME_SURFACE || (!mode->ground && !mode->sagittal), c, mode,
            "a position in the frame 'surface' or 'reach' takes neither ground nor sagittal");
    return true;
}

static bool branch_has_group(const caper_branch *branch, const char *group)
{
    for (int i = 0; i < branch->channel_count; i++)
        if (branch->channels[i].group && strcmp(branch->channels[i].group, group) == 0)
            return true;
    return false;
}

static bool check_aim(const checker *c, const caper_channel *channel)
{
    const caper_aim *aim = &channel->aim;
    const caper_mode *mode = &channel->mode;
    REQUIRE((int)aim->kind >= 0 && aim->kind < CAPER_AIM_COUNT, c, channel,
            "the aim is of kind %d, which does not exist", (int)aim->kind);
    bool needed = mode->position == CAPER_FRAME_SECONDARY ||
                  mode->position == CAPER_FRAME_SURFACE ||
                  (mode->position == CAPER_FRAME_REACH && mode->direction) ||
                  mode->rotation == CAPER_FRAME_SECONDARY || mode->rotation == CAPER_FRAME_LOOK;
    REQUIRE(aim->kind != CAPER_AIM_NONE || !needed, c, channel,
            "the mode is relative to a target, but the channel has no aim");
    if (aim->kind == CAPER_AIM_TARGET)
        return check_name(c, aim, aim->target, "aimed-at target");
    if (aim->kind == CAPER_AIM_BODIES)
        return check_query(c, aim, &aim->bodies);
    if (aim->kind == CAPER_AIM_GROUP) {
        CAPER_PASS(check_name(c, aim, aim->group, "aimed-at group"));
        REQUIRE(branch_has_group(c->branch, aim->group), c, aim->group,
                "the aim is at the group '%.40s', which no channel is in", aim->group);
    }
    return true;
}

// -- Curves ---------------------------------------------------------------------------------------

static bool check_numbers(const checker *c, const caper_key *key, const float *v, int count,
                          float most, const char *kind)
{
    for (int i = 0; i < count; i++)
        REQUIRE(fabsf(v[i]) <= most, c, key,
                "the %s key at %g s holds %g, expected a number within %g", kind, (double)key->time,
                (double)v[i], (double)most);
    return true;
}

static bool check_key(const checker *c, const caper_curve *curve, int i)
{
    const caper_key *key = &curve->keys[i];
    const char *kind = caperi_curve_kind_names[curve->kind];
    REQUIRE(key->time >= 0.0f && key->time <= c->def->duration, c, key,
            "a %s key is at %g s, expected a time within 0 and %g", kind, (double)key->time,
            (double)c->def->duration);
    REQUIRE(i == 0 || key->time > key[-1].time, c, key,
            "the %s key at %g s is not after the one before it, at %g s", kind, (double)key->time,
            (double)key[-1].time);
    REQUIRE((int)key->ease >= 0 && key->ease < CAPER_EASE_COUNT, c, key,
            "the %s key at %g s has an ease that does not exist", kind, (double)key->time);
    CAPER_PASS(check_numbers(c, key, key->value, caperi_curve_width(curve->kind),
                             CAPERI_MOTION_VALUE_MAX, kind));
    if (key->ease == CAPER_EASE_MANUAL) {
        int width = caperi_curve_speed_width(curve->kind);
        CAPER_PASS(check_numbers(c, key, key->in, width, CAPERI_MOTION_SPEED_MAX, kind));
        CAPER_PASS(check_numbers(c, key, key->out, width, CAPERI_MOTION_SPEED_MAX, kind));
    }
    const float *v = key->value;
    if (curve->kind == CAPER_CURVE_ROTATION) {
        caper_quat q = caper_quat_make(v[0], v[1], v[2], v[3]);
        REQUIRE(caper_quat_is_unit(q, CAPERI_MOTION_UNIT_TOLERANCE), c, key,
                "the rotation key at %g s is a quaternion of length %g, expected 1",
                (double)key->time, sqrt((double)caper_quat_dot(q, q)));
    }
    bool weight =
        curve->kind == CAPER_CURVE_POSITION_WEIGHT || curve->kind == CAPER_CURVE_ROTATION_WEIGHT;
    REQUIRE(!weight || (v[0] >= 0.0f && v[0] <= 1.0f), c, key,
            "the %s key at %g s is %g, expected a weight from 0 to 1", kind, (double)key->time,
            (double)v[0]);
    return true;
}

static bool check_keys(const checker *c, const caper_curve *curve)
{
    CAPER_PASS(check_list(c, curve, curve->keys, curve->key_count, CAPERI_MOTION_KEYS_MAX, "keys"));
    REQUIRE(curve->key_count > 0, c, curve, "the %s curve has no keys",
            caperi_curve_kind_names[curve->kind]);
    for (int i = 0; i < curve->key_count; i++)
        CAPER_PASS(check_key(c, curve, i));
    return true;
}

static bool same_target(const caper_curve *a, const caper_curve *b)
{
    return a->kind == b->kind &&
           (a->kind != CAPER_CURVE_DEFORM || strcmp(a->deform, b->deform) == 0);
}

static bool check_curves(const checker *c, const caper_channel *channel)
{
    CAPER_PASS(check_list(c, channel, channel->curves, channel->curve_count,
                          CAPERI_MOTION_CURVES_MAX, "curves"));
    for (int i = 0; i < channel->curve_count; i++) {
        const caper_curve *curve = &channel->curves[i];
        REQUIRE((int)curve->kind >= 0 && curve->kind < CAPER_CURVE_TRAVEL, c, curve,
                "curve %d is of kind %d, which a channel cannot have", i, (int)curve->kind);
        if (curve->kind == CAPER_CURVE_DEFORM)
            CAPER_PASS(check_name(c, curve, curve->deform, "deform"));
        for (int j = 0; j < i; j++)
            REQUIRE(!same_target(curve, &channel->curves[j]), c, curve,
                    "there are two curves of the same %s", caperi_curve_kind_names[curve->kind]);
        CAPER_PASS(check_keys(c, curve));
    }
    return true;
}

// -- Branches -------------------------------------------------------------------------------------

static bool check_channel(const checker *c, const caper_channel *channel)
{
    CAPER_PASS(check_name(c, channel, channel->name, "channel"));
    if (channel->group)
        CAPER_PASS(check_name(c, channel->group, channel->group, "variant group"));
    if (channel->blend)
        CAPER_PASS(check_name(c, channel->blend, channel->blend, "blend group"));
    REQUIRE((int)channel->mirroring >= 0 && channel->mirroring < CAPER_MIRROR_COUNT, c, channel,
            "mirroring is %d, which does not exist", (int)channel->mirroring);
    REQUIRE(channel->priority >= -CAPERI_MOTION_PRIORITY_MAX &&
                channel->priority <= CAPERI_MOTION_PRIORITY_MAX,
            c, channel, "the priority is %d, expected a number within a million",
            channel->priority);
    CAPER_PASS(check_query(c, &channel->query, &channel->query));
    CAPER_PASS(check_mode(c, channel));
    CAPER_PASS(check_aim(c, channel));
    return check_curves(c, channel);
}

// Groups must be placed one after the other, those that are aimed at first. A channel is reached
// when the group that it aims at is; what is never reached runs in a circle.
static bool check_circles(checker *c, const caper_branch *branch)
{
    bool reached[CAPER_MAX_CHANNELS] = {false};
    for (bool more = true; more;) {
        more = false;
        for (int i = 0; i < branch->channel_count; i++) {
            const caper_channel *channel = &branch->channels[i];
            if (reached[i])
                continue;
            bool ready = true;
            for (int j = 0;
                 ready && channel->aim.kind == CAPER_AIM_GROUP && j < branch->channel_count; j++)
                ready = reached[j] || !branch->channels[j].group ||
                        strcmp(branch->channels[j].group, channel->aim.group) != 0;
            reached[i] = ready;
            more |= ready;
        }
    }
    for (int i = 0; i < branch->channel_count; i++) {
        c->channel = &branch->channels[i];
        REQUIRE(reached[i], c, branch->channels[i].aim.group,
                "the aim at the group '%.40s' leads in a circle", branch->channels[i].aim.group);
    }
    c->channel = NULL;
    return true;
}

static bool check_pairs(const checker *c, const caper_branch *branch)
{
    CAPER_PASS(
        check_list(c, branch, branch->pairs, branch->pair_count, CAPERI_MOTION_PAIRS_MAX, "pairs"));
    for (int i = 0; i < branch->pair_count; i++) {
        const caper_pair *pair = &branch->pairs[i];
        REQUIRE((int)pair->side >= 0 && pair->side < CAPER_SIDE_COUNT, c, pair,
                "pair %d asks for a side that does not exist", i);
        const char *groups[2] = {pair->a, pair->b};
        for (int j = 0; j < 2; j++) {
            CAPER_PASS(check_name(c, pair, groups[j], "group of a pair"));
            REQUIRE(branch_has_group(branch, groups[j]), c, groups[j],
                    "a pair is of the group '%.40s', which no channel is in", groups[j]);
        }
        REQUIRE(strcmp(pair->a, pair->b) != 0, c, pair, "a pair is of the group '%.40s' twice",
                pair->a);
    }
    return true;
}

static bool check_needs(const checker *c, const caper_branch *branch)
{
    const caper_needs *needs = &branch->needs;
    REQUIRE((int)needs->upright_spine >= 0 && needs->upright_spine < CAPER_ANSWER_COUNT, c, needs,
            "the need of an upright spine is neither yes, no nor ignored");
    caper_caps known = (1u << CAPER_CAP_COUNT) - 1;
    REQUIRE(((needs->with | needs->without) & ~known) == 0, c, needs,
            "the needs name caps that do not exist");
    REQUIRE((needs->with & needs->without) == 0, c, needs,
            "the needs ask for a body with and for none with the same cap");
    REQUIRE(needs->min_legs <= CAPER_MAX_BODIES && needs->max_legs <= CAPER_MAX_BODIES &&
                needs->min_graspers <= CAPER_MAX_BODIES &&
                needs->max_graspers <= CAPER_MAX_BODIES && needs->min_ground_graspers >= 0 &&
                needs->min_ground_graspers <= CAPER_MAX_BODIES,
            c, needs, "the needs ask for more legs or graspers than a character can have");
    REQUIRE(needs->min_legs >= 0 && (needs->max_legs == 0 || needs->max_legs >= needs->min_legs) &&
                needs->min_graspers >= 0 &&
                (needs->max_graspers == 0 || needs->max_graspers >= needs->min_graspers),
            c, needs, "the needs ask for more legs or graspers at least than at most");
    return true;
}

static bool check_branch(checker *c, const caper_branch *branch)
{
    c->branch = branch;
    CAPER_PASS(check_list(c, branch, branch->channels, branch->channel_count, CAPER_MAX_CHANNELS,
                          "channels"));
    REQUIRE(branch->channel_count > 0, c, branch, "the branch '%.40s' has no channels",
            branch->name ? branch->name : "");
    REQUIRE(!branch->name || strlen(branch->name) <= CAPERI_NAME_MAX, c, branch,
            "the name of a branch has more than %d bytes", CAPERI_NAME_MAX);
    CAPER_PASS(check_needs(c, branch));
    for (int i = 0; i < branch->channel_count; i++) {
        const caper_channel *channel = c->channel = &branch->channels[i];
        CAPER_PASS(check_channel(c, channel));
        for (int j = 0; j < i; j++)
            REQUIRE(strcmp(channel->name, branch->channels[j].name) != 0, c, channel->name,
                    "an earlier channel has the same name");
    }
    c->channel = NULL;
    CAPER_PASS(check_circles(c, branch));
    return check_pairs(c, branch);
}

// -- The whole ------------------------------------------------------------------------------------

static bool has_channel(const caper_motion_def *def, const char *name)
{
    for (int i = 0; i < def->branch_count; i++)
        for (int j = 0; j < def->branches[i].channel_count; j++)
            if (strcmp(def->branches[i].channels[j].name, name) == 0)
                return true;
    return false;
}

static bool check_events(const checker *c)
{
    const caper_motion_def *def = c->def;
    CAPER_PASS(
        check_list(c, def, def->events, def->event_count, CAPERI_MOTION_EVENTS_MAX, "events"));
    for (int i = 0; i < def->event_count; i++) {
        const caper_event *event = &def->events[i];
        CAPER_PASS(check_name(c, event, event->name, "event"));
        REQUIRE(event->time >= 0.0f && event->time <= def->duration, c, event,
                "the event '%.40s' is at %g s, expected a time within 0 and %g", event->name,
                (double)event->time, (double)def->duration);
        REQUIRE(isfinite(event->value), c, event, "the value of the event '%.40s' is not finite",
                event->name);
        REQUIRE(!event->channel || has_channel(def, event->channel), c, event->channel,
                "the event '%.40s' is about the channel '%.40s', which does not exist", event->name,
                event->channel);
    }
    return true;
}

static bool check_targets(const checker *c)
{
    const caper_motion_def *def = c->def;
    CAPER_PASS(
        check_list(c, def, def->targets, def->target_count, CAPERI_MOTION_TARGETS_MAX, "targets"));
    for (int i = 0; i < def->target_count; i++) {
        const caper_target_default *target = &def->targets[i];
        CAPER_PASS(check_name(c, target, target->name, "target"));
        caper_vec3 at = caper_vec3_abs(target->at);
        REQUIRE(at.x <= CAPERI_MOTION_VALUE_MAX && at.y <= CAPERI_MOTION_VALUE_MAX &&
                    at.z <= CAPERI_MOTION_VALUE_MAX,
                c, target, "the target '%.40s' is not at numbers within %g", target->name,
                (double)CAPERI_MOTION_VALUE_MAX);
        for (int j = 0; j < i; j++)
            REQUIRE(strcmp(target->name, def->targets[j].name) != 0, c, target,
                    "two targets are named '%.40s'", target->name);
    }
    return true;
}

static bool has_branch(const caper_motion_def *def, const char *name)
{
    for (int i = 0; i < def->branch_count; i++)
        if (def->branches[i].name && strcmp(def->branches[i].name, name) == 0)
            return true;
    return false;
}

// What a kind needs, and nothing that would be overlooked.
static bool check_expect(const checker *c, const caper_expect *e)
{
    const caper_motion_def *def = c->def;
    REQUIRE((int)e->kind >= 0 && e->kind < CAPER_EXPECT_KIND_COUNT, c, e,
            "an expectation is of a kind that does not exist");
    const char *kind = caper_expect_kind_name(e->kind);
    CAPER_PASS(check_name(c, e, e->channel, "channel of an expectation"));
    REQUIRE(has_channel(def, e->channel), c, e->channel,
            "an expectation is about the channel '%.40s', which does not exist", e->channel);
    REQUIRE(!e->branch || has_branch(def, e->branch), c, e->branch,
            "an expectation is about the branch '%.40s', which does not exist", e->branch);
    bool meets = e->kind == CAPER_EXPECT_MEET;
    bool aims = e->kind == CAPER_EXPECT_REACH || e->kind == CAPER_EXPECT_FACE;
    REQUIRE(meets == (e->with != NULL), c, e, "'%s' %s", kind,
            meets ? "needs the channel that it meets" : "meets no other channel");
    REQUIRE(!e->with || has_channel(def, e->with), c, e->with,
            "an expectation is about the channel '%.40s', which does not exist", e->with);
    REQUIRE(aims == (e->target != NULL), c, e, "'%s' %s", kind,
            aims ? "needs a target" : "has no use for a target");
    float to = e->to > 0 ? e->to : def->duration;
    REQUIRE(e->from >= 0 && e->to >= 0 && e->from <= to && to <= def->duration, c, e,
            "an expectation is from %g to %g s, expected times in order within 0 and %g",
            (double)e->from, (double)to, (double)def->duration);
    REQUIRE(e->within >= 0 && e->within <= CAPERI_MOTION_VALUE_MAX, c, e,
            "an expectation is within %g, expected a number from 0 on", (double)e->within);
    return true;
}

static bool check_expects(const checker *c)
{
    const caper_motion_def *def = c->def;
    CAPER_PASS(
        check_list(c, def, def->expects, def->expect_count, CAPERI_MOTION_EXPECTS_MAX, "expects"));
    for (int i = 0; i < def->expect_count; i++)
        CAPER_PASS(check_expect(c, &def->expects[i]));
    return true;
}

bool caperi_motion_check(const caper_motion_def *def, caperi_motion_places places,
                         caper_error *error)
{
    checker c = {.def = def, .places = places, .error = error};
    REQUIRE(def->name && strlen(def->name) <= CAPERI_NAME_MAX, &c, def->name,
            "the motion has no name, or one of more than %d bytes", CAPERI_NAME_MAX);
    REQUIRE(def->duration > 0.0f && def->duration <= CAPERI_MOTION_SECONDS_MAX, &c, &def->duration,
            "the duration is %g s, expected more than 0 and at most %g", (double)def->duration,
            (double)CAPERI_MOTION_SECONDS_MAX);
    CAPER_PASS(check_list(&c, def, def->branches, def->branch_count, CAPERI_MOTION_BRANCHES_MAX,
                          "branches"));
    REQUIRE(def->branch_count > 0, &c, def, "the motion has no branches");
    for (int i = 0; i < def->branch_count; i++) {
        CAPER_PASS(check_branch(&c, &def->branches[i]));
        const char *name = def->branches[i].name;
        for (int j = 0; name && name[0] && j < i; j++)
            REQUIRE(!def->branches[j].name || strcmp(name, def->branches[j].name) != 0, &c,
                    &def->branches[i], "an earlier branch has the same name");
    }
    c.branch = NULL;
    CAPER_PASS(check_targets(&c));
    if (def->travel) {
        REQUIRE(def->travel->kind == CAPER_CURVE_TRAVEL, &c, def->travel,
                "the travel curve is of another kind");
        CAPER_PASS(check_keys(&c, def->travel));
    }
    CAPER_PASS(check_expects(&c));
    return check_events(&c);
}
