// SPDX-License-Identifier: MIT
// What the live panels are set to, and as lines of actions.
#include "setup.h"

#include <stddef.h>
#include <string.h>

const char *const setup_styles[SETUP_STYLES] = {"hop", "limp", "lumber", "prance", "sneak"};

static const struct {
    const char *name;
    size_t at;
    float least, most;
} params[] = {
    {"duty", offsetof(caper_gait_key, duty), 0.1f, 0.95f},
    {"stride", offsetof(caper_gait_key, stride), 0, 4},
    {"lift", offsetof(caper_gait_key, lift), 0, 4},
    {"width", offsetof(caper_gait_key, width), 0, 4},
    {"bob", offsetof(caper_gait_key, bob), 0, 4},
    {"sway", offsetof(caper_gait_key, sway), 0, 4},
    {"crouch", offsetof(caper_gait_key, crouch), 0, 4},
    {"lean", offsetof(caper_gait_key, lean_deg), -60, 60},
};

static int find_param(const char *name)
{
    int i = CAPER_COUNT_OF(params) - 1;
    while (i >= 0 && strcmp(params[i].name, name) != 0) {
        i--;
    }
    return i;
}

static float *param_at(caper_gait_key *key, int i)
{
    return (float *)(void *)((char *)key + params[i].at);
}

float *setup_param(caper_gait_key *key, const char *name)
{
    int i = find_param(name);
    return i >= 0 ? param_at(key, i) : NULL;
}

bool setup_set_param(caper_gait_key *key, const char *name, float value)
{
    int i = find_param(name);
    if (i >= 0) {
        *param_at(key, i) = caper_clamp(value, params[i].least, params[i].most);
    }
    return i >= 0;
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

static void write_foot(caper_text *t, int i, const caper_gait_path_key *k)
{
    caper_text_printf(t, "gait_foot %d ", i);
    caper_text_float(t, k->forward);
    write_number(t, "", k->up);
}

// A point stays between its neighbours when it is read, so none may come before a neighbour that
// made room for it: those that went forward from the last on, then the others from the first on.
static void write_feet(const caper_gait_style *is, const caper_gait_style *was, caper_text *t)
{
    for (int i = is->path_count - 1; i >= 0; i--) {
        if (is->path[i].forward > was->path[i].forward) {
            write_foot(t, i, &is->path[i]);
        }
    }
    for (int i = 0; i < is->path_count; i++) {
        const caper_gait_path_key *k = &is->path[i], *u = &was->path[i];
        if (k->forward < u->forward || (k->forward == u->forward && k->up != u->up)) {
            write_foot(t, i, k);
        }
    }
}

static void write_gait(const live_setup *s, const live_setup *usual, caper_text *t)
{
    write_feet(&s->gait, &usual->gait, t);
    for (int n = 0; n < CAPER_GAIT_MAX_FEET; n++) {
        for (int i = 0; i < s->gait.feet[n].key_count; i++) {
            for (int p = 0; p < CAPER_COUNT_OF(params); p++) {
                caper_gait_key key = s->gait.feet[n].keys[i], other = usual->gait.feet[n].keys[i];
                float value = *param_at(&key, p);
                if (value != *param_at(&other, p)) {
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
