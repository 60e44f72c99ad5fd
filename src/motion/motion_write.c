// SPDX-License-Identifier: MIT
//
// Writes .motion.json for people to read and edit: what is at its default is left out, a key is one
// line, curves that have a key at one time share it, angles are in degrees. Invariant: what is
// written reads back as the same motion, every float of it to the bit; a rotation is written as a
// "turn" only where that holds.
#include "body/body.h"
#include "motion/asset.h"

#include <math.h>
#include <string.h>

// More decimals than people write: then the quaternion itself is the better text.
#define TURN_DECIMALS 4
#define DEGREES_DECIMALS 9

static void write_true(caper_json_writer *w, const char *key, bool value)
{
    if (!value)
        return;
    caper_json_bool(caper_json_key(w, key), true);
}

// -- Angles ---------------------------------------------------------------------------------------

static double degrees_of(float radians)
{
    return (double)radians * (180.0 / 3.14159265358979323846);
}

static double round_to(double x, double scale)
{
    return floor(x * scale + 0.5) / scale + 0.0;
}

// The roundest degrees that the reader turns back into these radians: 40, not 40.0000009.
static void write_degrees(caper_json_writer *w, float angle)
{
    double degrees = degrees_of(angle), scale = 1.0;
    for (int decimals = 0; decimals <= DEGREES_DECIMALS; decimals++, scale *= 10.0) {
        double rounded = round_to(degrees, scale);
        if (caperi_from_degrees(rounded) == angle) {
            degrees = rounded;
            break;
        }
    }
    caper_json_double(w, degrees);
}

static double half_turn_away(double degrees)
{
    return degrees > 0.0 ? degrees - 180.0 : degrees + 180.0;
}

// Round angles of which the reader makes just this quaternion, if there are any. Each rotation has
// two triples of angles; the one that people think of may be either.
static bool find_turn(const float value[4], double turn[3])
{
    float angles[3];
    caper_quat_to_euler(caper_quat_make(value[0], value[1], value[2], value[3]), "XYZ", angles);
    double scale = 1.0;
    for (int decimals = 0; decimals <= TURN_DECIMALS; decimals++, scale *= 10.0)
        for (int other = 0; other < 2; other++) {
            for (int i = 0; i < 3; i++) {
                double degrees = degrees_of(angles[i]);
                if (other)
                    degrees = i == 1 ? (degrees > 0.0 ? 180.0 : -180.0) - degrees
                                     : half_turn_away(degrees);
                turn[i] = round_to(degrees, scale);
            }
            float back[4];
            caperi_turn_to_value(turn, back);
            if (memcmp(back, value, sizeof back) == 0)
                return true;
        }
    return false;
}

static void write_rotation(caper_json_writer *w, const float value[4])
{
    double turn[3];
    if (!find_turn(value, turn)) {
        caper_json_floats(caper_json_key(w, "rotation"), value, 4);
        return;
    }
    caper_json_begin_array(caper_json_key(w, "turn"));
    for (int i = 0; i < 3; i++)
        caper_json_double(w, turn[i]);
    caper_json_end_array(w);
}

// -- Keys -----------------------------------------------------------------------------------------

static void write_velocity(caper_json_writer *w, const char *key, caper_curve_kind kind,
                           const float *velocity)
{
    int width = caperi_curve_speed_width(kind);
    caper_json_key(w, key);
    if (width == 1) {
        caper_json_float(w, velocity[0]);
        return;
    }
    caper_json_begin_array(w);
    for (int i = 0; i < width; i++) {
        if (kind == CAPER_CURVE_ROTATION || (kind == CAPER_CURVE_TRAVEL && i == 3))
            write_degrees(w, velocity[i]);
        else
            caper_json_float(w, velocity[i]);
    }
    caper_json_end_array(w);
}

static void write_ease(caper_json_writer *w, caper_curve_kind kind, const caper_key *key)
{
    if (key->ease != CAPER_EASE_MANUAL) {
        if (key->ease != CAPER_EASE_SMOOTH)
            caper_json_string(caper_json_key(w, "ease"), caperi_ease_names[key->ease]);
        return;
    }
    // one stands for both
    if (memcmp(key->in, key->out, sizeof key->in) != 0)
        write_velocity(w, "in", kind, key->in);
    write_velocity(w, "out", kind, key->out);
}

// A line of the file: the keys of some curves of a channel at one time and with one ease.
typedef struct line {
    const caper_key *keys[CAPERI_MOTION_CURVES_MAX]; // NULL: not on this line
    const caper_key *first;
    caper_curve_kind kind; // of the first
} line;

// Take the next keys of the curves: the earliest, and of those the ones that may share a line.
static bool next_line(const caper_channel *channel, int *next, line *l)
{
    memset(l, 0, sizeof *l);
    for (int i = 0; i < channel->curve_count; i++) {
        const caper_curve *curve = &channel->curves[i];
        if (next[i] < curve->key_count &&
            (!l->first || curve->keys[next[i]].time < l->first->time)) {
            l->first = &curve->keys[next[i]];
            l->kind = curve->kind;
        }
    }
    for (int i = 0; l->first && i < channel->curve_count; i++) {
        const caper_curve *curve = &channel->curves[i];
        const caper_key *key = next[i] < curve->key_count ? &curve->keys[next[i]] : NULL;
        bool manual = l->first->ease == CAPER_EASE_MANUAL;
        if (key && (manual ? key == l->first
                           : key->time == l->first->time && key->ease == l->first->ease)) {
            l->keys[i] = key;
            next[i]++;
        }
    }
    return l->first != NULL;
}

static void write_deforms(caper_json_writer *w, const caper_channel *channel, const line *l)
{
    bool open = false;
    for (int i = 0; i < channel->curve_count; i++) {
        if (channel->curves[i].kind != CAPER_CURVE_DEFORM || !l->keys[i])
            continue;
        if (!open) {
            caper_json_begin_object_inline(caper_json_key(w, "deforms"));
            open = true;
        }
        caper_json_float(caper_json_key(w, channel->curves[i].deform), l->keys[i]->value[0]);
    }
    if (open)
        caper_json_end_object(w);
}

static void write_line(caper_json_writer *w, const caper_channel *channel, const line *l)
{
    const caper_key *by_kind[CAPER_CURVE_KIND_COUNT] = {0};
    for (int i = 0; i < channel->curve_count; i++)
        if (l->keys[i])
            by_kind[channel->curves[i].kind] = l->keys[i];
    caper_json_begin_object_inline(w);
    caper_json_float(caper_json_key(w, "t"), l->first->time);
    if (by_kind[CAPER_CURVE_POSITION]) {
        caper_json_floats(caper_json_key(w, "position"), by_kind[CAPER_CURVE_POSITION]->value, 3);
    }
    if (by_kind[CAPER_CURVE_ROTATION])
        write_rotation(w, by_kind[CAPER_CURVE_ROTATION]->value);
    const caper_key *a = by_kind[CAPER_CURVE_POSITION_WEIGHT];
    const caper_key *b = by_kind[CAPER_CURVE_ROTATION_WEIGHT];
    bool both = a && b && a->value[0] == b->value[0];
    if (a) {
        caper_json_float(caper_json_key(w, both ? "weight" : "position_weight"), a->value[0]);
    }
    if (b && !both) {
        caper_json_float(caper_json_key(w, "rotation_weight"), b->value[0]);
    }
    write_deforms(w, channel, l);
    write_ease(w, l->kind, l->first);
    caper_json_end_object(w);
}

static void write_keys(caper_json_writer *w, const caper_channel *channel)
{
    int next[CAPERI_MOTION_CURVES_MAX] = {0};
    caper_json_begin_array(caper_json_key(w, "keys"));
    for (line l; next_line(channel, next, &l);)
        write_line(w, channel, &l);
    caper_json_end_array(w);
}

static void write_travel(caper_json_writer *w, const caper_curve *travel)
{
    caper_json_begin_array(caper_json_key(w, "travel"));
    for (int i = 0; i < travel->key_count; i++) {
        const caper_key *key = &travel->keys[i];
        caper_json_begin_object_inline(w);
        caper_json_float(caper_json_key(w, "t"), key->time);
        caper_json_floats(caper_json_key(w, "at"), key->value, 3);
        if (key->value[3] != 0.0f) {
            write_degrees(caper_json_key(w, "yaw"), key->value[3]);
        }
        write_ease(w, CAPER_CURVE_TRAVEL, key);
        caper_json_end_object(w);
    }
    caper_json_end_array(w);
}

// -- Channels -------------------------------------------------------------------------------------

static void write_caps(caper_json_writer *w, const char *key, caper_caps caps)
{
    if (caps)
        caperi_caps_write(w, key, caps);
}

static void write_zones(caper_json_writer *w, const char *key, const caper_zone zones[3])
{
    if (!zones[0] && !zones[1] && !zones[2])
        return;
    caper_json_begin_array(caper_json_key(w, key));
    for (int i = 0; i < 3; i++)
        if (zones[i])
            caper_json_string(w, caperi_zone_names[3 * i + (int)zones[i] - 1]);
    caper_json_end_array(w);
}

static void write_query(caper_json_writer *w, const char *key, const caper_query *query)
{
    caper_json_begin_object_inline(caper_json_key(w, key));
    write_caps(w, "caps", query->caps);
    write_caps(w, "not", query->not_caps);
    write_zones(w, "where", query->zones);
    write_zones(w, "where_in_set", query->set_zones);
    if (query->extent)
        caper_json_string(caper_json_key(w, "most"), caperi_extent_names[query->extent]);
    write_true(w, "spine_segment", query->spine_segment);
    caper_json_end_object(w);
}

static bool is_everything(const caper_query *query)
{
    bool zones = false;
    for (int i = 0; i < 3; i++)
        zones = zones || query->zones[i] || query->set_zones[i];
    return !query->caps && !query->not_caps && !zones && !query->extent && !query->spine_segment;
}

static void write_mode(caper_json_writer *w, const caper_mode *mode)
{
    caper_mode usual = caperi_mode_default();
    if (mode->position == usual.position && mode->rotation == usual.rotation &&
        mode->scale == usual.scale && mode->point == usual.point && !mode->ground &&
        !mode->sagittal && !mode->direction)
        return;
    caper_json_begin_object_inline(caper_json_key(w, "mode"));
    if (mode->position != usual.position)
        caper_json_string(caper_json_key(w, "position"), caperi_frame_names[mode->position]);
    if (mode->rotation != usual.rotation)
        caper_json_string(caper_json_key(w, "rotation"), caperi_frame_names[mode->rotation]);
    if (mode->scale != usual.scale)
        caper_json_string(caper_json_key(w, "scale"), caperi_scale_names[mode->scale]);
    write_true(w, "ground", mode->ground);
    write_true(w, "sagittal", mode->sagittal);
    write_true(w, "direction", mode->direction);
    if (mode->point != usual.point)
        caper_json_string(caper_json_key(w, "point"), caperi_point_names[mode->point]);
    caper_json_end_object(w);
}

static void write_aim(caper_json_writer *w, const caper_aim *aim)
{
    if (aim->kind == CAPER_AIM_NONE)
        return;
    caper_json_begin_object_inline(caper_json_key(w, "aim"));
    if (aim->kind == CAPER_AIM_TARGET)
        caper_json_string(caper_json_key(w, "target"), aim->target);
    else if (aim->kind == CAPER_AIM_GROUP)
        caper_json_string(caper_json_key(w, "group"), aim->group);
    else
        write_query(w, "bodies", &aim->bodies);
    caper_json_end_object(w);
}

static void write_channel(caper_json_writer *w, const caper_channel *channel)
{
    caper_json_begin_object(w);
    caper_json_string(caper_json_key(w, "name"), channel->name);
    if (!is_everything(&channel->query))
        write_query(w, "select", &channel->query);
    if (channel->group)
        caper_json_string(caper_json_key(w, "group"), channel->group);
    if (channel->blend)
        caper_json_string(caper_json_key(w, "blend"), channel->blend);
    if (channel->priority != 0) {
        caper_json_int(caper_json_key(w, "priority"), channel->priority);
    }
    if (channel->mirroring != CAPER_MIRROR_SIDES)
        caper_json_string(caper_json_key(w, "mirror"), caperi_mirroring_names[channel->mirroring]);
    write_mode(w, &channel->mode);
    write_aim(w, &channel->aim);
    if (channel->curve_count > 0)
        write_keys(w, channel);
    caper_json_end_object(w);
}

// -- Branches -------------------------------------------------------------------------------------

static void write_range(caper_json_writer *w, const char *key, int min, int max)
{
    if (min == 0 && max == 0)
        return;
    caper_json_key(w, key);
    if (min == max) {
        caper_json_int(w, min);
        return;
    }
    caper_json_begin_object_inline(w);
    if (min != 0) {
        caper_json_int(caper_json_key(w, "min"), min);
    }
    if (max != 0) {
        caper_json_int(caper_json_key(w, "max"), max);
    }
    caper_json_end_object(w);
}

static void write_needs(caper_json_writer *w, const caper_needs *needs)
{
    if (!needs->upright_spine && !needs->with && !needs->without && !needs->min_legs &&
        !needs->max_legs && !needs->min_graspers && !needs->max_graspers &&
        !needs->min_ground_graspers)
        return;
    caper_json_begin_object_inline(caper_json_key(w, "needs"));
    if (needs->upright_spine) {
        caper_json_bool(caper_json_key(w, "upright_spine"), needs->upright_spine == CAPER_TRUE);
    }
    write_caps(w, "with", needs->with);
    write_caps(w, "without", needs->without);
    write_range(w, "legs", needs->min_legs, needs->max_legs);
    write_range(w, "graspers", needs->min_graspers, needs->max_graspers);
    if (needs->min_ground_graspers > 0) {
        caper_json_int(caper_json_key(w, "ground_graspers"), needs->min_ground_graspers);
    }
    caper_json_end_object(w);
}

static void write_branch(caper_json_writer *w, const caper_branch *branch)
{
    write_needs(w, &branch->needs);
    caper_json_begin_array(caper_json_key(w, "channels"));
    for (int i = 0; i < branch->channel_count; i++)
        write_channel(w, &branch->channels[i]);
    caper_json_end_array(w);
    if (branch->pair_count == 0)
        return;
    caper_json_begin_array(caper_json_key(w, "pairs"));
    for (int i = 0; i < branch->pair_count; i++) {
        caper_json_begin_object_inline(w);
        caper_json_begin_array(caper_json_key(w, "groups"));
        caper_json_string(w, branch->pairs[i].a);
        caper_json_string(w, branch->pairs[i].b);
        caper_json_end_array(w);
        caper_json_string(caper_json_key(w, "side"), caperi_side_names[branch->pairs[i].side]);
        caper_json_end_object(w);
    }
    caper_json_end_array(w);
}

static void write_branches(caper_json_writer *w, const caper_motion *motion)
{
    if (motion->branch_count == 1 && !motion->branches[0].name[0]) {
        write_branch(w, &motion->branches[0]);
        return;
    }
    caper_json_begin_array(caper_json_key(w, "branches"));
    for (int i = 0; i < motion->branch_count; i++) {
        caper_json_begin_object(w);
        if (motion->branches[i].name[0])
            caper_json_string(caper_json_key(w, "name"), motion->branches[i].name);
        write_branch(w, &motion->branches[i]);
        caper_json_end_object(w);
    }
    caper_json_end_array(w);
}

// -- The whole ------------------------------------------------------------------------------------

static void write_targets(caper_json_writer *w, const caper_motion *motion)
{
    if (motion->target_count == 0)
        return;
    caper_json_begin_object(caper_json_key(w, "targets"));
    for (int i = 0; i < motion->target_count; i++) {
        caper_json_floats(caper_json_key(w, motion->targets[i].name), &motion->targets[i].at.x, 3);
    }
    caper_json_end_object(w);
}

static void write_events(caper_json_writer *w, const caper_motion *motion)
{
    if (motion->event_count == 0)
        return;
    caper_json_begin_array(caper_json_key(w, "events"));
    for (int i = 0; i < motion->event_count; i++) {
        const caper_event *event = &motion->events[i];
        caper_json_begin_object_inline(w);
        caper_json_float(caper_json_key(w, "t"), event->time);
        caper_json_string(caper_json_key(w, "name"), event->name);
        if (event->channel)
            caper_json_string(caper_json_key(w, "channel"), event->channel);
        if (event->value != 0.0f) {
            caper_json_float(caper_json_key(w, "value"), event->value);
        }
        caper_json_end_object(w);
    }
    caper_json_end_array(w);
}

static void write_expects(caper_json_writer *w, const caper_motion *motion)
{
    if (motion->expect_count == 0)
        return;
    caper_json_begin_array(caper_json_key(w, "expect"));
    for (int i = 0; i < motion->expect_count; i++) {
        const caper_expect *e = &motion->expects[i];
        caper_json_begin_object_inline(w);
        caper_json_string(caper_json_key(w, "channel"), e->channel);
        caper_json_string(caper_json_key(w, "does"), caperi_expect_names[e->kind]);
        if (e->branch)
            caper_json_string(caper_json_key(w, "branch"), e->branch);
        if (e->with)
            caper_json_string(caper_json_key(w, "with"), e->with);
        if (e->target)
            caper_json_string(caper_json_key(w, "target"), e->target);
        if (e->kind == CAPER_EXPECT_TOUCH)
            write_query(w, "bodies", &e->bodies);
        if (e->from > 0)
            caper_json_float(caper_json_key(w, "from"), e->from);
        if (e->to > 0)
            caper_json_float(caper_json_key(w, "to"), e->to);
        if (e->within > 0)
            caper_json_float(caper_json_key(w, "within"), e->within);
        caper_json_end_object(w);
    }
    caper_json_end_array(w);
}

void caper_motion_write(const caper_motion *motion, caper_json_writer *writer)
{
    caper_json_begin_object(writer);
    caper_json_string(caper_json_key(writer, "caper"), "motion");
    caper_json_int(caper_json_key(writer, "version"), 1);
    caper_json_string(caper_json_key(writer, "name"), motion->name);
    if (motion->about[0])
        caper_json_string(caper_json_key(writer, "about"), motion->about);
    caper_json_float(caper_json_key(writer, "duration"), motion->duration);
    write_true(writer, "loops", motion->loops);
    write_true(writer, "handed", motion->handed);
    write_true(writer, "paced", motion->paced);
    write_targets(writer, motion);
    write_branches(writer, motion);
    if (motion->travel)
        write_travel(writer, motion->travel);
    write_events(writer, motion);
    write_expects(writer, motion);
    caper_json_end_object(writer);
}

bool caper_motion_save(const caper_motion *motion, const char *path, caper_error *error)
{
    caper_json_writer writer;
    caper_json_writer_init(&writer, &motion->allocator, 2);
    caper_motion_write(motion, &writer);
    size_t size;
    const char *text = caper_json_writer_finish(&writer, &size, error);
    bool good = text && caper_file_write(path, text, size, error);
    caper_json_writer_free(&writer);
    return good;
}
