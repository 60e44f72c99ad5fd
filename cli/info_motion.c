// SPDX-License-Identifier: MIT
// What caper info says of a motion: whom each branch is for, what its channels move, and how.
#include "cli.h"

#include <stdio.h>
#include <string.h>

const char *const cli_frame_words[CAPER_FRAME_COUNT] = {"identity", "rest",    "secondary",
                                                        "look",     "surface", "reach"};
const char *const cli_scale_words[CAPER_SCALE_COUNT] = {"none", "creature", "limb"};
static const char *const extent_words[CAPER_EXTENT_COUNT] = {"",       "left",  "right", "top",
                                                             "bottom", "front", "back"};
static const char *const zone_words[3][CAPER_ZONE_COUNT] = {
    {"", "left", "center_x", "right"},
    {"", "top", "center_y", "bottom"},
    {"", "front", "center_z", "back"},
};
static const char *const curve_words[CAPER_CURVE_KIND_COUNT] = {
    "position", "rotation", "position_weight", "rotation_weight", "deform", "travel"};

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
            add(w, "%s%s%s", w->size ? " " : "", before, caper_cap_name(1u << bit));
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
                caper_cap_name(cap));
        }
    }
    add_range(&w, "legs", needs->min_legs, needs->max_legs);
    add_range(&w, "graspers", needs->min_graspers, needs->max_graspers);
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
            add(&w, "%s%s", w.size ? " " : "", zone_words[i][query->zones[i]]);
        }
    }
    for (int i = 0; i < 3; i++) {
        if (query->set_zones[i]) {
            add(&w, "%s%s-in-set", w.size ? " " : "", zone_words[i][query->set_zones[i]]);
        }
    }
    if (query->extent) {
        add(&w, "%smost %s", w.size ? ", " : "", extent_words[query->extent]);
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
    add(&w, "position %s, rotation %s, scale %s", cli_frame_words[mode->position],
        cli_frame_words[mode->rotation], cli_scale_words[mode->scale]);
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
        caper_json_string(caper_json_key(w, "kind"), curve_words[curve->kind]);
        if (curve->deform) {
            caper_json_string(caper_json_key(w, "deform"), curve->deform);
        }
        caper_json_int(caper_json_key(w, "keys"), curve->key_count);
        caper_json_end_object(w);
    }
    caper_json_end_array(w);
    caper_json_end_object(w);
}

void cli_write_motion(caper_json_writer *w, const caper_motion *motion)
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

static void print_channel(const caper_channel *channel)
{
    printf("    channel %s: %s\n", channel->name, query_text(&channel->query).text);
    printf("      %s%s%s%s%s", mode_text(channel).text, channel->group ? ", group " : "",
           channel->group ? channel->group : "", channel->blend ? ", blend " : "",
           channel->blend ? channel->blend : "");
    if (channel->priority != 0) {
        printf(", priority %d", channel->priority);
    }
    printf("\n      keys:");
    for (int i = 0; i < channel->curve_count; i++) {
        const caper_curve *curve = &channel->curves[i];
        printf("%s %s %d", i ? "," : "", curve->deform ? curve->deform : curve_words[curve->kind],
               curve->key_count);
    }
    printf("%s\n", channel->curve_count ? "" : " none");
}

void cli_print_motion(const caper_motion *motion)
{
    if (motion->about[0]) {
        printf("  %s\n", motion->about);
    }
    printf("  %.3f s, %s%s%s%s\n", (double)motion->duration, motion->loops ? "loops" : "plays once",
           motion->handed ? ", handed" : "", motion->paced ? ", paced" : "",
           motion->travel ? ", travels" : "");
    for (int i = 0; i < motion->target_count; i++) {
        printf("  target %s\n", motion->targets[i].name);
    }
    for (int i = 0; i < motion->branch_count; i++) {
        const caper_branch *branch = &motion->branches[i];
        words needs = needs_text(&branch->needs);
        printf("  branch %d%s%s: for %s\n", i, branch->name[0] ? " " : "", branch->name,
               needs.size ? needs.text : "anybody");
        for (int j = 0; j < branch->channel_count; j++) {
            print_channel(&branch->channels[j]);
        }
    }
    for (int i = 0; i < motion->event_count; i++) {
        printf("  event %s at %.3f s\n", motion->events[i].name, (double)motion->events[i].time);
    }
}
