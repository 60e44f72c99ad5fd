// SPDX-License-Identifier: MIT
// The keys on the trajectory of the active body: dots in the viewport, dragged where the body shall
// be at their time, in the plane of the picture.
#include "studio.h"

#include <math.h>

static int held = -1; // key of the curve

// The curve of positions that is edited; NULL: none, or nothing to drag it by.
static const caper_curve *shown_curve(const studio *s)
{
    const caper_channel *channel = state_channel(&s->doc.state);
    bool shown = channel && s->doc.state.body >= 0 && s->look.trails && !s->playing &&
                 !s->stage.driver && !s->doc.state.pending;
    return shown ? caper_channel_curve(channel, CAPER_CURVE_POSITION, NULL) : NULL;
}

// Where the active body is at a time, in the world, and the root that it is there by.
static bool place_at(studio *s, float time, caper_vec3 *at, caper_transform *root)
{
    static caper_goal goals[CAPER_MAX_BODIES];
    caper_place place;
    caper_transform special;
    if (!view_pose_at(s, time, &place, &special)) {
        return false;
    }
    const stage_member *m = &s->stage.members[s->doc.state.member];
    *root = stage_job(&s->stage, m, time, goals).root;
    *at = caper_transform_mul_point(*root, special.position);
    return true;
}

// The point under the mouse in the plane of the picture through another.
static caper_vec3 under_mouse(const studio *s, caper_vec3 at, const ui_mouse *m)
{
    caper_vec3 o, d,
        forward = caper_vec3_normalize(caper_vec3_sub(s->camera.target, s->camera.eye));
    view_ray(s, m->x, m->y, &o, &d);
    float t = caper_vec3_dot(caper_vec3_sub(at, o), forward) / caper_vec3_dot(d, forward);
    return caper_vec3_add_scaled(o, d, t);
}

bool trails_draw(studio *s, bool hovered)
{
    const caper_curve *curve = shown_curve(s);
    ui_mouse m = ui_get_mouse();
    float k = ui_scale();
    held = m.down[0] && curve ? held : -1;
    for (int i = 0; curve && i < curve->key_count; i++) {
        caper_vec3 at;
        caper_transform root;
        float x, y;
        if (!place_at(s, curve->keys[i].time, &at, &root) || !view_project(s, at, &x, &y)) {
            continue;
        }
        bool near = hovered && held < 0 && hypotf(m.x - x, m.y - y) < 7 * k;
        held = near && m.pressed[0] ? i : held;
        ui_disc(x, y, (near || held == i ? 6 : 4) * k, 0xff14171a);
        ui_disc(x, y, (near || held == i ? 5 : 3) * k, held == i ? COLOR_YELLOW : COLOR_ORANGE);
        if (held == i && (m.dx != 0 || m.dy != 0)) {
            caper_vec3 to = caper_transform_unmul_point(root, under_mouse(s, at, &m));
            studio_do(s, "trail_put %d %.6g %.6g %.6g", i, (double)to.x, (double)to.y,
                      (double)to.z);
        }
    }
    return held >= 0;
}
