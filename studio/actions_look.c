// SPDX-License-Identifier: MIT
// What is seen: camera, what is drawn, how time passes.
#include "studio.h"
#include "words.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

static bool orbit(studio *s, const action_args *a, caper_error *error)
{
    (void)error;
    s->look.yaw = fmodf(s->look.yaw + (float)a->number[0] * CAPER_PI / 180, CAPER_TAU);
    s->look.pitch =
        caper_clamp(s->look.pitch + (float)a->number[1] * CAPER_PI / 180, -1.55f, 1.55f);
    return true;
}

// By shares of the height of the picture.
static bool pan(studio *s, const action_args *a, caper_error *error)
{
    (void)error;
    caper_camera c = studio_camera(&s->look);
    caper_vec3 forward = caper_vec3_normalize(caper_vec3_sub(c.target, c.eye));
    caper_vec3 right = caper_vec3_normalize(caper_vec3_cross(forward, c.up));
    caper_vec3 up = caper_vec3_cross(right, forward);
    float height = studio_height(&s->look);
    s->look.target = caper_vec3_add_scaled(s->look.target, right, -(float)a->number[0] * height);
    s->look.target = caper_vec3_add_scaled(s->look.target, up, (float)a->number[1] * height);
    return caper_vec3_is_finite(s->look.target);
}

static bool zoom(studio *s, const action_args *a, caper_error *error)
{
    if (!(a->number[0] > 0.01) || !(a->number[0] < 100)) {
        return caper_error_set(error, CAPER_ERROR_INVALID, "zoom", 0, 0,
                               "found %g, expected a factor such as 1.1", a->number[0]);
    }
    s->look.distance = caper_clamp(s->look.distance / (float)a->number[0], 0.02f, 2000);
    return true;
}

// The nearest camera that sees everybody: closer than one that sees the box around them.
static caper_camera fit_all(const studio *s, const caper_view *view)
{
    static caper_vec3 points[8 * DOC_MAX_CAST];
    int count = 0;
    for (int i = 0; i < s->stage.count; i++) {
        if (s->stage.members[i].actor && !s->doc.state.cast[i].hidden) {
            caper_bounds b = stage_bounds(&s->stage.members[i]);
            for (int k = 0; k < 8; k++) {
                points[count++] =
                    caper_vec3_make(k & 1 ? b.max.x : b.min.x, k & 2 ? b.max.y : b.min.y,
                                    k & 4 ? b.max.z : b.min.z);
            }
        }
    }
    return caper_camera_fit(points, count, view);
}

static bool frame(studio *s, const action_args *a, caper_error *error)
{
    studio_follow(s);
    bool active = a->count > 0 && strcmp(a->text[0], "active") == 0;
    caper_bounds box = caper_bounds_empty();
    for (int i = 0; i < s->stage.count; i++) {
        const stage_member *m = &s->stage.members[i];
        if (m->actor && !s->doc.state.cast[i].hidden && (!active || i == s->doc.state.member)) {
            box = caper_bounds_union(box, stage_bounds(m));
        }
    }
    int body = s->doc.state.body;
    if (active && body >= 0 && s->doc.state.member < s->stage.count) {
        const stage_member *m = &s->stage.members[s->doc.state.member];
        const caper_character *c = asset_character(m->body);
        caper_vec3 at = caper_transform_mul_point(
            stage_root(m), caper_actor_model(m->actor)->bodies[body].position);
        box = caper_bounds_expand(caper_bounds_add_point(caper_bounds_empty(), at), 0.2f * c->size);
    }
    if (caper_bounds_is_empty(box)) {
        return caper_error_set(error, CAPER_ERROR_INVALID, "frame", 0, 0, "nobody is to be seen");
    }
    float aspect = s->viewport.h > 0 ? s->viewport.w / s->viewport.h : 1.6f;
    caper_view view = studio_view(&s->look, aspect);
    caper_camera camera = active ? caper_camera_frame(box, &view) : fit_all(s, &view);
    s->look.target = camera.target;
    s->look.distance = caper_clamp(caper_vec3_distance(camera.eye, camera.target), 0.02f, 2000);
    return true;
}

static bool view(studio *s, const action_args *a, caper_error *error)
{
    static const char *const names[] = {"front", "back",   "left",  "right",
                                        "top",   "bottom", "corner"};
    static const float angles[][2] = {{0, 0},     {180, 0},    {90, 0}, {-90, 0},
                                      {0, 88.8f}, {0, -88.8f}, {25, 12}};
    int i = word_find(names, CAPER_COUNT_OF(names), a->text[0], "view", error);
    if (i < 0) {
        return false;
    }
    s->look.yaw = angles[i][0] * CAPER_PI / 180;
    s->look.pitch = angles[i][1] * CAPER_PI / 180;
    return true;
}

static bool show(studio *s, const action_args *a, caper_error *error)
{
    static const struct {
        const char *name;
        size_t offset;
    } flags[] = {{"ghosts", offsetof(look, ghosts)},   {"trails", offsetof(look, trails)},
                 {"goals", offsetof(look, goals)},     {"contacts", offsetof(look, contacts)},
                 {"skins", offsetof(look, skins)},     {"grid", offsetof(look, grid)},
                 {"labels", offsetof(look, labels)},   {"shadows", offsetof(look, shadows)},
                 {"flat", offsetof(look, flat)},       {"turn", offsetof(look, turn)},
                 {"local", offsetof(look, local)},     {"snap", offsetof(look, snap)},
                 {"autokey", offsetof(look, autokey)}, {"loop", offsetof(look, loop)},
                 {"special", offsetof(look, special)}};
    for (int i = 0; i < CAPER_COUNT_OF(flags); i++) {
        if (strcmp(flags[i].name, a->text[0]) == 0) {
            bool *flag = (bool *)((char *)&s->look + flags[i].offset);
            *flag = a->count > 1 ? a->number[1] != 0 : !*flag;
            s->stage.version = s->doc.version - 1; // ghosts are made when it follows
            return true;
        }
    }
    return caper_error_set(error, CAPER_ERROR_INVALID, "show", 0, 0,
                           "found '%.30s', expected ghosts, trails, goals, contacts, skins, grid, "
                           "labels, shadows, flat, turn, local, snap, autokey, loop or special",
                           a->text[0]);
}

static bool speed(studio *s, const action_args *a, caper_error *error)
{
    if (!(a->number[0] >= 0.1 && a->number[0] <= 4)) {
        return caper_error_set(error, CAPER_ERROR_INVALID, "speed", 0, 0,
                               "found %g, expected 0.1 to 4", a->number[0]);
    }
    s->look.speed = (float)a->number[0];
    return true;
}

static bool rate(studio *s, const action_args *a, caper_error *error)
{
    if (!(a->number[0] >= 1 && a->number[0] <= 240)) {
        return caper_error_set(error, CAPER_ERROR_INVALID, "rate", 0, 0,
                               "found %g, expected 1 to 240", a->number[0]);
    }
    s->look.rate = (float)a->number[0];
    return true;
}

static bool range(studio *s, const action_args *a, caper_error *error)
{
    float from = (float)a->number[0], to = (float)a->number[1];
    bool all = from == 0 && to == 0;
    if (!all && !(to - from >= LOOK_MIN_SPAN && from >= -LOOK_MAX_TIME && to <= LOOK_MAX_TIME)) {
        return caper_error_set(error, CAPER_ERROR_INVALID, "range", 0, 0,
                               "found %g to %g, expected at least %g s between -%g and %g",
                               (double)from, (double)to, (double)LOOK_MIN_SPAN,
                               (double)LOOK_MAX_TIME, (double)LOOK_MAX_TIME);
    }
    s->look.from = from;
    s->look.to = to;
    return true;
}

static bool navigate(studio *s, const action_args *a, caper_error *error)
{
    static const char *const names[] = {"maya", "blender"};
    int i = word_find(names, 2, a->text[0], "navigate", error);
    if (i >= 0) {
        s->look.blender = i == 1;
        keys_reset(s->look.blender);
    }
    return i >= 0;
}

const action actions_look[] = {
    {"orbit", "yaw:f pitch:f", "turn the camera about what it looks at, degrees", ACTION_LOOK,
     orbit},
    {"pan", "x:f y:f", "move the camera sideways, shares of the picture", ACTION_LOOK, pan},
    {"zoom", "factor:f", "nearer (above 1) or farther", ACTION_LOOK, zoom},
    {"frame", "what:s?", "see all characters, or the \"active\" one", ACTION_LOOK, frame},
    {"view", "side:s", "from the front, back, left, right, top, bottom or corner", ACTION_LOOK,
     view},
    {"show", "what:s on:i?", "show something, or not; without a number: the other way", ACTION_LOOK,
     show},
    {"speed", "factor:f", "of playing: 0.1 to 4", ACTION_LOOK, speed},
    {"rate", "frames:f", "frames a second of the time line", ACTION_LOOK, rate},
    {"range", "from:f to:f", "what the time line shows; 0 0: all", ACTION_LOOK, range},
    {"navigate", "as:s", "the mouse and keys of maya or blender", ACTION_LOOK, navigate},
    {0},
};
