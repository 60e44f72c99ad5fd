// SPDX-License-Identifier: MIT
// What moves the cast instead of the motion: walking, physics, a performer.
#include "live_panels.h"
#include "panel.h"
#include "record.h"

#include <string.h>

static bool drive(studio *s, const action_args *a, caper_error *error)
{
    const char *name = a->text[0];
    const stage_driver *all[] = {gait_driver(), physics_driver(), puppet_driver(),
                                 path_driver(), space_driver(),   stride_driver()};
    if (strcmp(name, "none") == 0) {
        stage_drive(&s->stage, NULL);
        return true;
    }
    for (int i = 0; i < CAPER_COUNT_OF(all); i++) {
        if (all[i] && strcmp(all[i]->name, name) == 0) {
            studio_follow(s);
            s->playing = false;
            stage_drive(&s->stage, NULL);
            panel_updates(s, 0); // they start by what is set now
            stage_drive(&s->stage, all[i]);
            return true;
        }
    }
    return caper_error_set(
        error, CAPER_ERROR_INVALID, "drive", 0, 0,
        "found '%.30s', expected gait, physics, puppet, path, space, stride or none", name);
}

static bool walk(studio *s, const action_args *a, caper_error *error)
{
    (void)s;
    (void)error;
    gait_walk((float)a->number[0], (float)a->number[1]);
    return true;
}

static bool gait_speed(studio *s, const action_args *a, caper_error *error)
{
    (void)error;
    s->doc.state.setup.froude = caper_clamp((float)a->number[0], 0.01f, 3);
    return true;
}

static bool style(studio *s, const action_args *a, caper_error *error)
{
    for (int i = 0; i < SETUP_STYLES; i++) {
        if (strcmp(setup_styles[i], a->text[0]) == 0) {
            s->doc.state.setup.styles[i] = caper_clamp((float)a->number[1], 0, 1);
            return true;
        }
    }
    return caper_error_set(error, CAPER_ERROR_INVALID, "gait_style", 0, 0,
                           "found '%.30s', expected hop, limp, lumber, prance or sneak",
                           a->text[0]);
}

// Between its neighbours; the ends are where the foot leaves and lands.
static bool gait_foot(studio *s, const action_args *a, caper_error *error)
{
    caper_gait_style *gait = &s->doc.state.setup.gait;
    int i = (int)a->number[0];
    if (i < 1 || i > gait->path_count - 2) {
        return caper_error_set(error, CAPER_ERROR_INVALID, "gait_foot", 0, 0,
                               "found point %d, expected 1 to %d", i, gait->path_count - 2);
    }
    gait->path[i].forward =
        caper_clamp((float)a->number[1], gait->path[i - 1].forward, gait->path[i + 1].forward);
    gait->path[i].up = caper_clamp((float)a->number[2], 0, 1.25f);
    return true;
}

static bool gait_param(studio *s, const action_args *a, caper_error *error)
{
    int feet = (int)a->number[0], i = (int)a->number[1];
    bool there = feet >= 1 && feet <= CAPER_GAIT_MAX_FEET;
    caper_gait_table *table = there ? &s->doc.state.setup.gait.feet[feet - 1] : NULL;
    if (!table || i < 0 || i >= table->key_count) {
        return caper_error_set(error, CAPER_ERROR_INVALID, "gait_param", 0, 0,
                               "found no speed %d of %d feet", i, feet);
    }
    if (!setup_set_param(&table->keys[i], a->text[2], (float)a->number[3])) {
        return caper_error_set(error, CAPER_ERROR_INVALID, "gait_param", 0, 0,
                               "found '%.30s', expected duty, stride, lift, width, bob, sway, "
                               "crouch or lean",
                               a->text[2]);
    }
    return true;
}

static bool gait_save(studio *s, const action_args *a, caper_error *error)
{
    if (!cli_output_path(a->text[0], ".gait.json", error) ||
        !caper_gait_style_save(&s->doc.state.setup.gait, a->text[0], error)) {
        return false;
    }
    studio_say(s, false, "saved %s", a->text[0]);
    return true;
}

static bool push(studio *s, const action_args *a, caper_error *error)
{
    caper_vec3 force =
        caper_vec3_make((float)a->number[2], (float)a->number[3], (float)a->number[4]);
    return physics_push(s, (int)a->number[0], a->text[1], force, error);
}

static bool path(studio *s, const action_args *a, caper_error *error)
{
    live_setup *setup = &s->doc.state.setup;
    int count = a->count / 2;
    if (count < 2 || count > SETUP_POINTS) {
        return caper_error_set(error, CAPER_ERROR_INVALID, "path", 0, 0,
                               "found %d points, expected 2 to %d", count, SETUP_POINTS);
    }
    for (int i = 0; i < 2 * count; i++) {
        setup->path[i / 2][i % 2] = (float)a->number[i];
    }
    setup->path_count = count;
    return true;
}

static bool path_draw(studio *s, const action_args *a, caper_error *error)
{
    live_setup *setup = &s->doc.state.setup;
    setup->path_count = a->number[0] != 0 ? 0 : setup->path_count;
    if (setup->path_count == SETUP_POINTS) {
        return caper_error_set(error, CAPER_ERROR_LIMIT, "path_draw", 0, 0,
                               "a path has at most %d points", SETUP_POINTS);
    }
    setup->path[setup->path_count][0] = (float)a->number[1];
    setup->path[setup->path_count++][1] = (float)a->number[2];
    return true;
}

static bool ball(studio *s, const action_args *a, caper_error *error)
{
    (void)a;
    return physics_throw(s, error);
}

static bool knock_out(studio *s, const action_args *a, caper_error *error)
{
    return physics_knock_out(s, (float)a->number[0], error);
}

static bool gain(studio *s, const action_args *a, caper_error *error)
{
    (void)error;
    s->doc.state.setup.gain = caper_clamp((float)a->number[0], 0, 2);
    return true;
}

// Without a path: begin; with one: end, and save.
static bool record(studio *s, const action_args *a, caper_error *error)
{
    if (a->count == 0) {
        studio_follow(s);
        return stage_record(&s->stage, s->doc.state.member, error);
    }
    if (!cli_clip_path(a->text[0], error)) {
        return false;
    }
    int member = s->stage.recorded;
    caper_clip *clip = stage_recorded(&s->stage, error);
    bool good = clip && cli_save_clip(clip, asset_character(s->stage.members[member].body),
                                      a->text[0], error);
    caper_clip_destroy(clip);
    if (good) {
        studio_say(s, false, "saved %s", a->text[0]);
    }
    return good;
}

void live_record(studio *s)
{
    ui_disable(s->doc.state.member < 0);
    if (!s->stage.recorder && ui_button("Record the active character", 0)) {
        studio_do(s, "record");
    } else if (s->stage.recorder && ui_toggle("Stop and save ...", true, 0)) {
        studio_do(s, "ask record");
    }
    ui_enable();
    if (s->stage.recorder) {
        ui_same_line();
        ui_text_color(COLOR_RED, "%.1f s", (double)s->stage.passed);
    }
}

static bool stride(studio *s, const action_args *a, caper_error *error)
{
    asset *loaded = asset_load(a->text[0], CAPER_ASSET_CLIP, error);
    if (!loaded) {
        return false;
    }
    if (!loaded->loaded.character) {
        asset_drop(loaded);
        return caper_error_set(error, CAPER_ERROR_INVALID, a->text[0], 0, 0,
                               "found no skeleton in it, expected that of who moves");
    }
    asset_drop(s->doc.state.stride);
    s->doc.state.stride = loaded;
    session_note_recent(s, a->text[0]);
    return true;
}

static bool set_choice(int *choice, const char *word, const char *(*name)(int), int count)
{
    for (int i = 0; i < count; i++) {
        if (strcmp(name(i), word) == 0) {
            *choice = i;
            return true;
        }
    }
    return false;
}

static const char *drive_name(int i)
{
    return caper_stride_drive_name((caper_stride_drive)i);
}

static const char *rule_name(int i)
{
    return caper_stride_rule_name((caper_stride_rule)i);
}

static bool stride_set(studio *s, const action_args *a, caper_error *error)
{
    live_setup *setup = &s->doc.state.setup;
    const char *field = a->text[0], *value = a->text[1];
    double number = 0;
    size_t used = 0;
    bool is_number = caper_parse_double(value, strlen(value), &used, &number) && !value[used];
    int choice = 0;
    struct {
        const char *name;
        bool *flag;
    } flags[] = {{"keep_stride", &setup->keep_stride},
                 {"keep_pace", &setup->keep_pace},
                 {"away", &setup->away}};
    for (int i = 0; is_number && i < CAPER_COUNT_OF(flags); i++) {
        if (strcmp(field, flags[i].name) == 0) {
            *flags[i].flag = number != 0;
            return true;
        }
    }
    if (strcmp(field, "climb") == 0 && is_number && number == number) {
        setup->climb = caper_clamp((float)number, 0.05f, 0.6f);
        return true;
    }
    if (strcmp(field, "drive") == 0 &&
        set_choice(&choice, value, drive_name, CAPER_STRIDE_DRIVE_COUNT)) {
        setup->stride_drive = (caper_stride_drive)choice;
        return true;
    }
    if (strcmp(field, "rule") == 0 &&
        set_choice(&choice, value, rule_name, CAPER_STRIDE_RULE_COUNT)) {
        setup->stride_rule = (caper_stride_rule)choice;
        return true;
    }
    return caper_error_set(error, CAPER_ERROR_INVALID, "stride_set", 0, 0,
                           "found %.30s %.30s, expected drive, rule, climb, keep_stride, keep_pace "
                           "or away with a value of its own",
                           field, value);
}

static bool listen_at(studio *s, const action_args *a, caper_error *error)
{
    stage_drive(&s->stage, NULL);
    if (!puppet_listen((int)caper_clamp((float)a->number[0], 0, 65535), error)) {
        return false;
    }
    studio_follow(s);
    s->playing = false;
    stage_drive(&s->stage, puppet_driver());
    return true;
}

const action actions_live[] = {
    {"drive", "who:s",
     "gait, physics, puppet, path, space or stride moves the cast; none: the motion", ACTION_FILE,
     drive},
    {"path", "xz:f*", "the path to walk: x and z of its points, metres", ACTION_EDIT, path},
    {"path_draw", "begin:i x:f z:f", "a point more of the path; 1: the first", ACTION_EDIT,
     path_draw},
    {"walk", "forward:f left:f", "walk that way, -1 to 1 each", ACTION_FILE, walk},
    {"gait_style", "name:s weight:f", "how much of a style is in the gait", ACTION_EDIT, style},
    {"gait_speed", "froude:f", "how fast walks are, as a Froude number", ACTION_EDIT, gait_speed},
    {"gait_foot", "point:i forward:f up:f", "bend the path of a foot in flight", ACTION_EDIT,
     gait_foot},
    {"gait_param", "feet:i key:i name:s value:f",
     "a parameter of gaits of so many feet at one of its speeds: duty, stride, lift ..",
     ACTION_EDIT, gait_param},
    {"gait_save", "path:s", "save the gait: NAME.gait.json", ACTION_FILE, gait_save},
    {"push", "member:i body:s x:f y:f z:f", "push a body under physics, newtons", ACTION_FILE,
     push},
    {"ball", "", "throw a ball at the active character, under physics", ACTION_FILE, ball},
    {"knock_out", "seconds:f", "the active character loses its strength", ACTION_FILE, knock_out},
    {"gain", "factor:f", "how strong dolls are: 0 to 2", ACTION_EDIT, gain},
    {"record", "path:s?", "record the active character live; with a path: end, and save it",
     ACTION_FILE, record},
    {"stride", "path:s", "the clip that goes by its feet over the world", ACTION_EDIT, stride},
    {"stride_set", "field:s value:s",
     "how it goes: drive, rule, climb, keep_stride, keep_pace, away", ACTION_EDIT, stride_set},
    {"listen", "port:i", "let a performer's VMC stream move the cast", ACTION_FILE, listen_at},
    {0},
};
