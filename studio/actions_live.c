// SPDX-License-Identifier: MIT
// What moves the cast instead of the motion: walking, physics, a performer.
#include "live_panels.h"
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

static bool style(studio *s, const action_args *a, caper_error *error)
{
    (void)s;
    return gait_style(a->text[0], (float)a->number[1], error);
}

static bool push(studio *s, const action_args *a, caper_error *error)
{
    caper_vec3 force =
        caper_vec3_make((float)a->number[2], (float)a->number[3], (float)a->number[4]);
    return physics_push(s, (int)a->number[0], a->text[1], force, error);
}

static bool path(studio *s, const action_args *a, caper_error *error)
{
    (void)s;
    return path_set(a->number, a->count / 2, error);
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
    return physics_gain(s, (float)a->number[0], error);
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
    return stride_clip(s, a->text[0], error);
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
    {"path", "xz:f*", "the path to walk: x and z of its points, metres", ACTION_FILE, path},
    {"walk", "forward:f left:f", "walk that way, -1 to 1 each", ACTION_FILE, walk},
    {"gait_style", "name:s weight:f", "how much of a style is in the gait", ACTION_FILE, style},
    {"push", "member:i body:s x:f y:f z:f", "push a body under physics, newtons", ACTION_FILE,
     push},
    {"ball", "", "throw a ball at the active character, under physics", ACTION_FILE, ball},
    {"knock_out", "seconds:f", "the active character loses its strength", ACTION_FILE, knock_out},
    {"gain", "factor:f", "how strong dolls are: 0 to 2", ACTION_FILE, gain},
    {"record", "path:s?", "record the active character live; with a path: end, and save it",
     ACTION_FILE, record},
    {"stride", "path:s", "the clip that goes by its feet over the world", ACTION_FILE, stride},
    {"listen", "port:i", "let a performer's VMC stream move the cast", ACTION_FILE, listen_at},
    {0},
};
