// SPDX-License-Identifier: MIT
// What the live panels are set to, and as lines of actions.
#include "setup.h"

#include <stddef.h>
#include <string.h>

const char *const setup_styles[SETUP_STYLES] = {"hop", "limp", "lumber", "prance", "sneak"};

static const struct {
    const char *name;
    size_t at;
} params[] = {
    {"duty", offsetof(caper_gait_key, duty)},     {"stride", offsetof(caper_gait_key, stride)},
    {"lift", offsetof(caper_gait_key, lift)},     {"width", offsetof(caper_gait_key, width)},
    {"bob", offsetof(caper_gait_key, bob)},       {"sway", offsetof(caper_gait_key, sway)},
    {"crouch", offsetof(caper_gait_key, crouch)}, {"lean", offsetof(caper_gait_key, lean_deg)},
};

float *setup_param(caper_gait_key *key, const char *name)
{
    for (int i = 0; i < CAPER_COUNT_OF(params); i++) {
        if (strcmp(params[i].name, name) == 0) {
            return (float *)(void *)((char *)key + params[i].at);
        }
    }
    return NULL;
}

void setup_default(live_setup *setup)
{
    caper_stride_def stride = caper_stride_def_default();
    memset(setup, 0, sizeof *setup);
    setup->froude = 0.2f; // a brisk walk
    setup->gait = caper_gait_style_default();
    setup->gain = 1;
    setup->stride_drive = stride.drive;
    setup->stride_rule = stride.rule;
    setup->climb = stride.climb;
    setup->keep_stride = stride.keep_stride;
    setup->keep_pace = stride.keep_pace;
    setup->away = true;
}

static void write_number(caper_text *t, const char *line, float value)
{
    caper_text_append_string(t, line);
    caper_text_append_string(t, " ");
    caper_text_float(t, value);
    caper_text_append_string(t, "\n");
}

static void write_gait(const live_setup *s, const live_setup *usual, caper_text *t)
{
    for (int i = 0; i < s->gait.path_count; i++) {
        const caper_gait_path_key *k = &s->gait.path[i], *u = &usual->gait.path[i];
        if (k->forward != u->forward || k->up != u->up) {
            caper_text_printf(t, "gait_foot %d ", i);
            caper_text_float(t, k->forward);
            write_number(t, "", k->up);
        }
    }
    for (int n = 0; n < CAPER_GAIT_MAX_FEET; n++) {
        for (int i = 0; i < s->gait.feet[n].key_count; i++) {
            for (int p = 0; p < CAPER_COUNT_OF(params); p++) {
                caper_gait_key key = s->gait.feet[n].keys[i], other = usual->gait.feet[n].keys[i];
                float value = *setup_param(&key, params[p].name);
                if (value != *setup_param(&other, params[p].name)) {
                    caper_text_printf(t, "gait_param %d %d %s", n + 1, i, params[p].name);
                    write_number(t, "", value);
                }
            }
        }
    }
}

void setup_write(const live_setup *s, caper_text *t)
{
    live_setup usual;
    setup_default(&usual);
    if (s->froude != usual.froude) {
        write_number(t, "gait_speed", s->froude);
    }
    for (int i = 0; i < SETUP_STYLES; i++) {
        if (s->styles[i] != 0) {
            caper_text_printf(t, "gait_style %s", setup_styles[i]);
            write_number(t, "", s->styles[i]);
        }
    }
    write_gait(s, &usual, t);
    if (s->gain != usual.gain) {
        write_number(t, "gain", s->gain);
    }
    for (int i = 0; i < s->path_count; i++) {
        caper_text_printf(t, "path_draw %d ", i == 0);
        caper_text_float(t, s->path[i][0]);
        write_number(t, "", s->path[i][1]);
    }
    if (s->stride_drive != usual.stride_drive) {
        caper_text_printf(t, "stride_set drive %s\n", caper_stride_drive_name(s->stride_drive));
    }
    if (s->stride_rule != usual.stride_rule) {
        caper_text_printf(t, "stride_set rule %s\n", caper_stride_rule_name(s->stride_rule));
    }
    if (s->climb != usual.climb) {
        write_number(t, "stride_set climb", s->climb);
    }
    const struct {
        const char *name;
        bool is, was;
    } flags[] = {{"keep_stride", s->keep_stride, usual.keep_stride},
                 {"keep_pace", s->keep_pace, usual.keep_pace},
                 {"away", s->away, usual.away}};
    for (int i = 0; i < CAPER_COUNT_OF(flags); i++) {
        if (flags[i].is != flags[i].was) {
            caper_text_printf(t, "stride_set %s %d\n", flags[i].name, flags[i].is);
        }
    }
}
