// SPDX-License-Identifier: MIT
// Descriptions, as text for people and as members of a JSON object: who each branch of a motion is
// for, what its channels move and how; and the report of a clip that was generalized.
#include "body/body.h"
#include "motion/asset.h"

#include <stdarg.h>
#include <stdio.h>

// A sentence is put together in a buffer: it goes to a line of text or into a JSON string.
typedef struct words {
    char text[400];
    int size;
} words;

static void add(words *w, const char *format, ...) CAPER_PRINTF(2, 3);
static void add(words *w, const char *format, ...)
{
    int room = (int)sizeof(w->text) - w->size;
    va_list args;
    va_start(args, format);
    int size = vsnprintf(w->text + w->size, (size_t)room, format, args);
    va_end(args);
    w->size += size < room ? size : room - 1;
}

static void add_caps(words *w, caper_caps caps, const char *before)
{
    for (int bit = 0; bit < CAPER_CAP_COUNT; bit++) {
        if (caps & (1u << bit)) {
            add(w, "%s%s%s", w->size ? " " : "", before, caperi_cap_names[bit]);
        }
    }
}

static void add_range(words *w, const char *what, int min, int max)
{
    if (min == 0 && max == 0) {
        return;
    }
    const char *comma = w->size ? ", " : "";
    if (min == max) {
        add(w, "%s%d %s", comma, min, what);
    } else if (max == 0) {
        add(w, "%sat least %d %s", comma, min, what);
    } else {
        add(w, "%s%d to %d %s", comma, min, max, what);
    }
}

// "upright spine, with mouth, at least 1 graspers"; "" when anybody will do.
static words needs_text(const caper_needs *needs)
{
    words w = {.text = ""};
    if (needs->upright_spine != CAPER_IGNORE) {
        add(&w, needs->upright_spine == CAPER_TRUE ? "upright spine" : "spine not upright");
    }
    for (int bit = 0; bit < CAPER_CAP_COUNT; bit++) {
        caper_caps cap = 1u << bit;
        if ((needs->with | needs->without) & cap) {
            add(&w, "%s%s %s", w.size ? ", " : "", needs->with & cap ? "with" : "without",
                caperi_cap_names[bit]);
        }
    }
    add_range(&w, "legs", needs->min_legs, needs->max_legs);
    add_range(&w, "graspers", needs->min_graspers, needs->max_graspers);
    add_range(&w, "graspers that reach the ground", needs->min_ground_graspers, 0);
    return w;
}

// "grasper not-foot top front, most front, spine segment"
static words query_text(const caper_query *query)
{
    words w = {.text = ""};
    add_caps(&w, query->caps, "");
    add_caps(&w, query->not_caps, "not-");
    for (int i = 0; i < 3; i++) {
        if (query->zones[i]) {
            add(&w, "%s%s", w.size ? " " : "", caperi_zone_names[3 * i + (int)query->zones[i] - 1]);
        }
    }
    for (int i = 0; i < 3; i++) {
        if (query->set_zones[i]) {
            add(&w, "%s%s-in-set", w.size ? " " : "",
                caperi_zone_names[3 * i + (int)query->set_zones[i] - 1]);
        }
    }
    if (query->extent) {
        add(&w, "%smost %s", w.size ? ", " : "", caperi_extent_names[query->extent]);
    }
    if (query->spine_segment) {
        add(&w, "%sspine segment", w.size ? ", " : "");
    }
    if (w.size == 0) {
        add(&w, "all bodies");
    }
    return w;
}

// "position rest, rotation look, scale creature, ground, aim target friend"
static words mode_text(const caper_channel *channel)
{
    const caper_mode *mode = &channel->mode;
    words w = {.text = ""};
    add(&w, "position %s, rotation %s, scale %s", caperi_frame_names[mode->position],
        caperi_frame_names[mode->rotation], caperi_scale_names[mode->scale]);
    add(&w, "%s%s%s", mode->ground ? ", ground" : "", mode->sagittal ? ", sagittal" : "",
        mode->direction ? ", direction" : "");
    const caper_aim *aim = &channel->aim;
    if (aim->kind == CAPER_AIM_TARGET) {
        add(&w, ", aim target %s", aim->target);
    } else if (aim->kind == CAPER_AIM_GROUP) {
        add(&w, ", aim group %s", aim->group);
    } else if (aim->kind == CAPER_AIM_BODIES) {
        add(&w, ", aim %s", query_text(&aim->bodies).text);
    }
    return w;
}

static void write_channel(caper_json_writer *w, const caper_channel *channel)
{
    caper_json_begin_object(w);
    caper_json_string(caper_json_key(w, "name"), channel->name);
    caper_json_string(caper_json_key(w, "select"), query_text(&channel->query).text);
    caper_json_string(caper_json_key(w, "mode"), mode_text(channel).text);
    if (channel->group) {
        caper_json_string(caper_json_key(w, "group"), channel->group);
    }
    if (channel->blend) {
        caper_json_string(caper_json_key(w, "blend"), channel->blend);
    }
    caper_json_int(caper_json_key(w, "priority"), channel->priority);
    caper_json_begin_array(caper_json_key(w, "curves"));
    for (int i = 0; i < channel->curve_count; i++) {
        const caper_curve *curve = &channel->curves[i];
        caper_json_begin_object_inline(w);
        caper_json_string(caper_json_key(w, "kind"), caperi_curve_kind_names[curve->kind]);
        if (curve->deform) {
            caper_json_string(caper_json_key(w, "deform"), curve->deform);
        }
        caper_json_int(caper_json_key(w, "keys"), curve->key_count);
        caper_json_end_object(w);
    }
    caper_json_end_array(w);
    caper_json_end_object(w);
}

void caper_motion_summarize(const caper_motion *motion, caper_json_writer *w)
{
    caper_json_string(caper_json_key(w, "about"), motion->about);
    caper_json_float(caper_json_key(w, "duration"), motion->duration);
    caper_json_bool(caper_json_key(w, "loops"), motion->loops);
    caper_json_bool(caper_json_key(w, "handed"), motion->handed);
    caper_json_bool(caper_json_key(w, "paced"), motion->paced);
    caper_json_begin_array(caper_json_key(w, "branches"));
    for (int i = 0; i < motion->branch_count; i++) {
        const caper_branch *branch = &motion->branches[i];
        caper_json_begin_object(w);
        caper_json_string(caper_json_key(w, "name"), branch->name);
        caper_json_string(caper_json_key(w, "needs"), needs_text(&branch->needs).text);
        caper_json_begin_array(caper_json_key(w, "channels"));
        for (int j = 0; j < branch->channel_count; j++) {
            write_channel(w, &branch->channels[j]);
        }
        caper_json_end_array(w);
        caper_json_end_object(w);
    }
    caper_json_end_array(w);
    caper_json_begin_array(caper_json_key(w, "targets"));
    for (int i = 0; i < motion->target_count; i++) {
        caper_json_string(w, motion->targets[i].name);
    }
    caper_json_end_array(w);
    caper_json_begin_array(caper_json_key(w, "events"));
    for (int i = 0; i < motion->event_count; i++) {
        caper_json_begin_object_inline(w);
        caper_json_float(caper_json_key(w, "t"), motion->events[i].time);
        caper_json_string(caper_json_key(w, "name"), motion->events[i].name);
        caper_json_end_object(w);
    }
    caper_json_end_array(w);
    caper_json_bool(caper_json_key(w, "travels"), motion->travel != NULL);
}

static void describe_channel(caper_text *out, const caper_channel *channel)
{
    caper_text_printf(out, "    channel %s: %s\n", channel->name, query_text(&channel->query).text);
    caper_text_printf(out, "      %s%s%s%s%s", mode_text(channel).text,
                      channel->group ? ", group " : "", channel->group ? channel->group : "",
                      channel->blend ? ", blend " : "", channel->blend ? channel->blend : "");
    if (channel->priority != 0) {
        caper_text_printf(out, ", priority %d", channel->priority);
    }
    caper_text_printf(out, "\n      keys:");
    for (int i = 0; i < channel->curve_count; i++) {
        const caper_curve *curve = &channel->curves[i];
        caper_text_printf(out, "%s %s %d", i ? "," : "",
                          curve->deform ? curve->deform : caperi_curve_kind_names[curve->kind],
                          curve->key_count);
    }
    caper_text_printf(out, "%s\n", channel->curve_count ? "" : " none");
}

void caper_motion_describe(const caper_motion *motion, caper_text *out)
{
    if (motion->about[0]) {
        caper_text_printf(out, "  %s\n", motion->about);
    }
    caper_text_printf(out, "  %.3f s, %s%s%s%s\n", (double)motion->duration,
                      motion->loops ? "loops" : "plays once", motion->handed ? ", handed" : "",
                      motion->paced ? ", paced" : "", motion->travel ? ", travels" : "");
    for (int i = 0; i < motion->target_count; i++) {
        caper_text_printf(out, "  target %s\n", motion->targets[i].name);
    }
    for (int i = 0; i < motion->branch_count; i++) {
        const caper_branch *branch = &motion->branches[i];
        words needs = needs_text(&branch->needs);
        caper_text_printf(out, "  branch %d%s%s: for %s\n", i, branch->name[0] ? " " : "",
                          branch->name, needs.size ? needs.text : "any body");
        for (int j = 0; j < branch->channel_count; j++) {
            describe_channel(out, &branch->channels[j]);
        }
    }
    for (int i = 0; i < motion->event_count; i++) {
        caper_text_printf(out, "  event %s at %.3f s\n", motion->events[i].name,
                          (double)motion->events[i].time);
    }
}

// --- a clip that was generalized -----------------------------------------------------------------

static int count_keys(const caper_channel *channel, caper_curve_kind kind)
{
    int count = 0;
    for (int i = 0; i < channel->curve_count; i++) {
        count += channel->curves[i].kind == kind ? channel->curves[i].key_count : 0;
    }
    return count;
}

void caper_motion_from_clip_describe(const caper_motion_from_clip_report *r,
                                     const caper_motion *motion, caper_text *out)
{
    const caper_branch *branch = &motion->branches[0];
    caper_text_printf(out, "%d channels, %d keys for %d frames", r->channel_count, r->key_count,
                      r->frame_count);
    if (r->rest_frames > 0) {
        caper_text_printf(out, " (%d of them a rest pose in front, left out)", r->rest_frames);
    }
    caper_text_printf(out, "\n  back on its character: rms %.3f %%, worst %.3f %% of height\n",
                      100 * (double)r->rms, 100 * (double)r->worst);
    if (r->shared_count > 0) {
        caper_text_printf(
            out, "  %d bodies that no query can tell apart share the mean of their motions\n",
            r->shared_count);
    }
    if (r->left_out_count > 0) {
        caper_text_printf(out, "  %d bodies that no query selects without others are left out\n",
                          r->left_out_count);
    }
    caper_text_printf(out, "  %-36s %-18s %-9s %8s %8s %8s\n", "channel", "mode", "scale",
                      "position", "rotation", "weight");
    for (int i = 0; i < branch->channel_count; i++) {
        const caper_channel *c = &branch->channels[i];
        words mode = {.text = ""};
        add(&mode, "%s%s%s", caperi_frame_names[c->mode.position], c->mode.ground ? ", ground" : "",
            c->mode.sagittal ? ", sagittal" : "");
        caper_text_printf(out, "  %-36s %-18s %-9s %8d %8d %8d\n", c->name, mode.text,
                          caperi_scale_names[c->mode.scale], count_keys(c, CAPER_CURVE_POSITION),
                          count_keys(c, CAPER_CURVE_ROTATION),
                          count_keys(c, CAPER_CURVE_POSITION_WEIGHT));
    }
    if (motion->travel) {
        caper_text_printf(out, "  %-36s %-18s %-9s %8d\n", "travel", "", "leg",
                          motion->travel->key_count);
    }
}

void caper_motion_from_clip_summarize(const caper_motion_from_clip_report *r,
                                      const caper_motion *motion, caper_json_writer *w)
{
    const caper_branch *branch = &motion->branches[0];
    caper_json_string(caper_json_key(w, "name"), motion->name);
    caper_json_int(caper_json_key(w, "frames"), r->frame_count);
    caper_json_int(caper_json_key(w, "rest_frames"), r->rest_frames);
    caper_json_int(caper_json_key(w, "keys"), r->key_count);
    caper_json_int(caper_json_key(w, "shared_bodies"), r->shared_count);
    caper_json_int(caper_json_key(w, "left_out_bodies"), r->left_out_count);
    caper_json_float(caper_json_key(w, "rms"), r->rms);
    caper_json_float(caper_json_key(w, "worst"), r->worst);
    caper_json_begin_array(caper_json_key(w, "channels"));
    for (int i = 0; i < branch->channel_count; i++) {
        const caper_channel *c = &branch->channels[i];
        caper_json_begin_object_inline(w);
        caper_json_string(caper_json_key(w, "name"), c->name);
        caper_json_int(caper_json_key(w, "position_keys"), count_keys(c, CAPER_CURVE_POSITION));
        caper_json_int(caper_json_key(w, "rotation_keys"), count_keys(c, CAPER_CURVE_ROTATION));
        caper_json_end_object(w);
    }
    caper_json_end_array(w);
}
