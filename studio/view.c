// SPDX-License-Identifier: MIT
// The viewport: the stage drawn by the room `render` into a texture, labels and gizmo over it, and
// the mouse in it.
#define _POSIX_C_SOURCE 200809L
#include "panel.h"
#include "studio.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define BACKGROUND 0x2b2f35
#define GREY 0x7b828c // of bodies that the channel does not select

// Four samples a pixel where a graphics card draws; one, and shadows of a quarter of the points,
// where the processor does, which would spend most of its time on them.
bool view_open(studio *s, caper_error *error)
{
    caper_renderer_def def = caper_renderer_def_default();
    def.window = true;
    s->renderer = caper_renderer_create(&def, error);
    if (s->renderer && (strstr(caper_renderer_device(s->renderer), "llvmpipe") ||
                        strstr(caper_renderer_device(s->renderer), "softpipe"))) {
        caper_renderer_destroy(s->renderer);
        def.samples = 1;
        def.shadow_size = 512;
        s->renderer = caper_renderer_create(&def, error);
    }
    return s->renderer != NULL;
}

// --- geometry ------------------------------------------------------------------------------------

bool view_project(const studio *s, caper_vec3 point, float *x, float *y)
{
    bool good =
        caper_camera_project(&s->camera, (int)s->viewport.w, (int)s->viewport.h, point, x, y, NULL);
    *x += s->viewport.x;
    *y += s->viewport.y;
    return good;
}

void view_ray(const studio *s, float x, float y, caper_vec3 *origin, caper_vec3 *direction)
{
    const caper_camera *c = &s->camera;
    caper_vec3 forward = caper_vec3_normalize(caper_vec3_sub(c->target, c->eye));
    caper_vec3 right = caper_vec3_normalize(caper_vec3_cross(forward, c->up));
    caper_vec3 up = caper_vec3_cross(right, forward);
    float half = 0.5f * s->viewport.h;
    float u = (x - s->viewport.x - 0.5f * s->viewport.w) / half;
    float v = -(y - s->viewport.y - half) / half;
    if (c->fov > 0) {
        float slope = caper_tan(0.5f * c->fov);
        caper_vec3 d = caper_vec3_add_scaled(forward, right, u * slope);
        *origin = c->eye;
        *direction = caper_vec3_normalize(caper_vec3_add_scaled(d, up, v * slope));
    } else {
        *origin = caper_vec3_add_scaled(caper_vec3_add_scaled(c->eye, right, u * c->height / 2), up,
                                        v * c->height / 2);
        *direction = forward;
    }
}

// Distance along a ray to a box about its center, or a negative number.
static float hit_box(caper_vec3 o, caper_vec3 d, caper_vec3 half)
{
    float near = -INFINITY, far = INFINITY;
    const float os[3] = {o.x, o.y, o.z}, ds[3] = {d.x, d.y, d.z}, hs[3] = {half.x, half.y, half.z};
    for (int i = 0; i < 3; i++) {
        if (fabsf(ds[i]) < 1e-9f) {
            if (fabsf(os[i]) > hs[i]) {
                return -1;
            }
            continue;
        }
        float a = (-hs[i] - os[i]) / ds[i], b = (hs[i] - os[i]) / ds[i];
        near = caper_max(near, caper_min(a, b));
        far = caper_min(far, caper_max(a, b));
    }
    return near <= far && far > 0 ? caper_max(near, 0) : -1;
}

bool view_pick(const studio *s, float x, float y, int *member, int *body)
{
    caper_vec3 o, d;
    float best = INFINITY;
    view_ray(s, x, y, &o, &d);
    for (int i = 0; i < s->stage.count; i++) {
        const stage_member *m = &s->stage.members[i];
        const caper_character *c = asset_character(m->body);
        if (!m->actor || s->doc.state.cast[i].hidden) {
            continue;
        }
        caper_transform root = stage_root(m);
        for (int b = 0; b < c->body_count; b++) {
            if (c->bodies[b].caps & CAPER_CAP_HELPER) {
                continue;
            }
            caper_transform t = caper_transform_mul(root, caper_actor_model(m->actor)->bodies[b]);
            t.position = caper_transform_mul_point(t, c->bodies[b].box_center);
            float hit = hit_box(caper_transform_unmul_point(t, o),
                                caper_transform_unmul_vector(t, d), c->bodies[b].box_half);
            if (hit >= 0 && hit < best) {
                best = hit;
                *member = i;
                *body = b;
            }
        }
    }
    return best < INFINITY;
}

bool view_active_pose(studio *s, caper_place *place, caper_transform *special)
{
    return view_pose_at(s, s->doc.state.time, place, special);
}

bool view_pose_at(studio *s, float time, caper_place *place, caper_transform *special)
{
    static caper_goal goals[CAPER_MAX_BODIES];
    studio_follow(s);
    const doc_state *d = &s->doc.state;
    if (d->member < 0 || d->member >= s->stage.count || d->channel < 0) {
        return false;
    }
    const stage_member *m = &s->stage.members[d->member];
    if (!m->binding || m->binding->branch != d->branch) {
        return false;
    }
    int strand = stage_strand(m, d->channel, d->body);
    if (strand < 0) {
        return false;
    }
    caper_motion_job job = stage_job(&s->stage, m, time, goals);
    return caper_motion_place(&job, strand, place, special);
}

// --- the scene -----------------------------------------------------------------------------------

#define MAX_ITEMS (DOC_MAX_CAST + STAGE_GHOSTS)
#define MAX_MARKS 256
#define MAX_MARKERS 128

typedef struct picture {
    caper_render_item items[MAX_ITEMS];
    caper_render_mark marks[MAX_MARKS];
    caper_render_trail trails[DOC_MAX_CAST * STAGE_TRAILS];
    caper_render_marker markers[MAX_MARKERS];
    int item_count, mark_count, trail_count, marker_count;
} picture;

static void add_marks(picture *p, const stage_member *m, caper_render_item *item)
{
    const caper_actor_contact *contacts;
    int count = caper_actor_contacts(m->actor, &contacts);
    const caper_character *c = item->character;
    item->marks = &p->marks[p->mark_count];
    for (int i = 0; i < count && p->mark_count < MAX_MARKS; i++) {
        if (contacts[i].holds) {
            caper_vec3 at = contacts[i].world.position;
            caper_vec3 points[CAPER_MAX_CONTACTS];
            int n = caper_body_sole_points(c, contacts[i].body, points);
            float low = at.y;
            caper_vec3 sum = caper_vec3_zero();
            for (int k = 0; k < n; k++) {
                caper_vec3 q = caper_transform_mul_point(contacts[i].world, points[k]);
                sum = caper_vec3_add(sum, q);
                low = caper_min(low, q.y);
            }
            at = n > 0 ? caper_vec3_scale(sum, 1.0f / (float)n) : at;
            at.y = low;
            p->marks[p->mark_count++] = (caper_render_mark){
                at, caper_vec3_make(0, 1, 0), 0.035f * c->size, COLOR_GREEN & 0xffffff};
            item->mark_count++;
        }
    }
}

static void add_trails(picture *p, const stage_member *m, caper_render_item *item)
{
    item->trails = &p->trails[p->trail_count];
    for (int i = 0; i < m->trail_count; i++) {
        p->trails[p->trail_count++] = (caper_render_trail){m->trails[i].points, m->trails[i].count,
                                                           COLOR_ORANGE & 0xffffff, 2, true};
        item->trail_count++;
    }
}

static void add_goals(picture *p, const stage_member *m, const caper_render_item *item)
{
    const caper_goal *goals;
    int count = caper_actor_goals(m->actor, &goals);
    if (p->marker_count + count <= MAX_MARKERS) {
        p->marker_count +=
            caper_render_goal_markers(item, goals, count, &p->markers[p->marker_count]);
    }
}

static void add_ghosts(picture *p, const stage_member *m)
{
    for (int i = 0; i < m->ghost_count && p->item_count < MAX_ITEMS; i++) {
        caper_render_item *ghost = &p->items[p->item_count++];
        *ghost = caper_render_item_default();
        ghost->character = asset_character(m->body);
        ghost->model = &m->ghosts[i];
        ghost->root = m->ghost_roots[i];
        ghost->fade = 0.75f;
        ghost->tint = COLOR_SKY & 0xffffff;
        ghost->tint_amount = 0.5f;
    }
}

static void add_member(const studio *s, picture *p, int index)
{
    const stage_member *m = &s->stage.members[index];
    const doc_state *d = &s->doc.state;
    if (!m->actor || d->cast[index].hidden || p->item_count >= MAX_ITEMS) {
        return;
    }
    caper_render_item *item = &p->items[p->item_count++];
    *item = caper_render_item_default();
    item->character = asset_character(m->body);
    item->model = caper_actor_model(m->actor);
    item->root = stage_root(m);
    item->limbs = m->body->loaded.import != NULL;
    bool still = m->problem[0] != 0;
    item->fade = still ? 0.6f : 0;
    if (s->look.skins) {
        item->skin_count = asset_skins(m->body, &item->skins);
    }
    if (!s->stage.driver && d->channel >= 0) {
        item->colors = m->colors;
        item->tint = GREY;
        item->tint_amount = 0.55f;
    }
    if (s->look.contacts) {
        add_marks(p, m, item);
    }
    if (s->look.trails && !s->stage.driver) {
        add_trails(p, m, item);
    }
    if (s->look.goals && index == d->member) {
        add_goals(p, m, item);
    }
    if (s->look.ghosts && index == d->member && !s->playing) {
        add_ghosts(p, m);
    }
}

static unsigned draw_scene(studio *s, int width, int height)
{
    static picture p;
    p.item_count = p.mark_count = p.trail_count = p.marker_count = 0;
    for (int i = 0; i < s->stage.count; i++) {
        add_member(s, &p, i);
    }
    caper_render_scene scene = caper_render_scene_default();
    scene.items = p.items;
    scene.item_count = p.item_count;
    scene.markers = p.markers;
    scene.marker_count = p.marker_count;
    scene.world = s->stage.world ? s->stage.world->loaded.world : NULL;
    scene.camera = s->camera;
    scene.background = BACKGROUND;
    scene.grid = s->look.grid;
    scene.shadows = s->look.shadows;
    scene.labels = false;
    caper_error error = {0};
    double begin = 1e3 * caper_clock_work();
    unsigned texture =
        s->renderer ? caper_render_texture(s->renderer, &scene, width, height, &error) : 0;
    s->gl_ms += 1e3 * caper_clock_work() - begin;
    if (!texture && error.message[0] && s->clock - s->render_failed > 5) {
        s->render_failed = s->clock;
        studio_say(s, true, "%s", error.message);
    }
    return texture;
}

// --- over it -------------------------------------------------------------------------------------

// Names stand above heads; one that would cover another moves up.
static void draw_labels(const studio *s)
{
    ui_rect taken[DOC_MAX_CAST];
    int taken_count = 0;
    for (int i = 0; i < s->stage.count; i++) {
        const stage_member *m = &s->stage.members[i];
        if (!m->actor || s->doc.state.cast[i].hidden) {
            continue;
        }
        caper_bounds b = stage_bounds(m);
        caper_vec3 top = caper_bounds_center(b);
        top.y = b.max.y;
        float x, y;
        if (!view_project(s, top, &x, &y)) {
            continue;
        }
        const char *name = asset_character(m->body)->name;
        float w = ui_write_width(name);
        y -= 1.6f * ui_write_height();
        bool active = i == s->doc.state.member;
        ui_rect box = {x - w / 2 - 5, y - 1, w + 10, ui_write_height() + 3};
        for (int k = 0; k < taken_count; k++) {
            const ui_rect *t = &taken[k];
            if (box.x < t->x + t->w && box.x + box.w > t->x && fabsf(box.y - t->y) < box.h) {
                box.y = t->y - box.h - 1;
                k = -1; // it may now cover another
            }
        }
        taken[taken_count++] = box;
        y = box.y + 1;
        ui_fill(box, active ? 0xd02f5f80 : 0x90202328, 3);
        ui_write(x - w / 2, y, m->problem[0] ? COLOR_RED : COLOR_TEXT, name);
    }
}

// The axes in the corner; a click on an end looks along it.
static bool draw_cube(studio *s, ui_rect r, bool hovered)
{
    static const struct {
        caper_vec3 axis;
        const char *view, *name;
        uint32_t color;
    } ends[] = {{{1, 0, 0}, "left", "X", COLOR_RED},  {{-1, 0, 0}, "right", "", COLOR_RED},
                {{0, 1, 0}, "top", "Y", COLOR_GREEN}, {{0, -1, 0}, "bottom", "", COLOR_GREEN},
                {{0, 0, 1}, "front", "Z", COLOR_SKY}, {{0, 0, -1}, "back", "", COLOR_SKY}};
    float k = ui_scale(), cx = r.x + r.w - 44 * k, cy = r.y + 44 * k;
    caper_vec3 forward = caper_vec3_normalize(caper_vec3_sub(s->camera.target, s->camera.eye));
    caper_vec3 right = caper_vec3_normalize(caper_vec3_cross(forward, s->camera.up));
    caper_vec3 up = caper_vec3_cross(right, forward);
    ui_mouse m = ui_get_mouse();
    bool taken = false;
    for (int pass = 0; pass < 2; pass++) { // what points away first
        for (int i = 0; i < CAPER_COUNT_OF(ends); i++) {
            float depth = caper_vec3_dot(ends[i].axis, forward);
            if ((depth > 0) != (pass == 0)) {
                continue;
            }
            float x = cx + 28 * k * caper_vec3_dot(ends[i].axis, right);
            float y = cy - 28 * k * caper_vec3_dot(ends[i].axis, up);
            bool near = hovered && hypotf(m.x - x, m.y - y) < 9 * k;
            uint32_t color = (ends[i].color & 0xffffff) | (pass == 0 ? 0x70000000 : 0xff000000);
            if (ends[i].name[0]) {
                ui_line(cx, cy, x, y, color, 2 * k);
            }
            ui_disc(x, y, (near ? 9 : ends[i].name[0] ? 8 : 5) * k, color);
            ui_write(x - ui_write_width(ends[i].name) / 2, y - ui_write_height() / 2, 0xff101214,
                     ends[i].name);
            if (near && m.pressed[0]) {
                studio_do(s, "view %s", ends[i].view);
                taken = true;
            }
        }
    }
    return taken || (hovered && hypotf(m.x - cx, m.y - cy) < 40 * k);
}

static void draw_targets(studio *s, bool hovered, bool *taken)
{
    const caper_motion *motion = document_motion(&s->doc);
    const stage_member *m = s->doc.state.member >= 0 && s->doc.state.member < s->stage.count
                                ? &s->stage.members[s->doc.state.member]
                                : NULL;
    if (!m || !m->actor || !motion || s->stage.driver) {
        return;
    }
    const caper_character *c = asset_character(m->body);
    caper_vec3 center = caper_bounds_center(c->bounds), half = caper_bounds_size(c->bounds);
    half = caper_vec3_scale(half, 0.5f);
    ui_mouse mouse = ui_get_mouse();
    for (int i = 0; i < motion->target_count; i++) {
        caper_vec3 at = caper_vec3_add(center, caper_vec3_mul(motion->targets[i].at, half));
        caper_vec3 world = caper_transform_mul_point(caper_root_transform(m->home), at);
        float x, y;
        if (!view_project(s, world, &x, &y)) {
            continue;
        }
        bool near = hovered && !*taken && hypotf(mouse.x - x, mouse.y - y) < 10 * ui_scale();
        ui_ring(x, y, (near ? 9 : 7) * ui_scale(), COLOR_PINK, 2);
        ui_disc(x, y, 2.5f * ui_scale(), COLOR_PINK);
        ui_write(x + 11 * ui_scale(), y - ui_write_height() / 2, COLOR_PINK,
                 motion->targets[i].name);
        if (near && mouse.pressed[0]) {
            s->drag_target = i + 1;
        }
        if (s->drag_target == i + 1 && mouse.down[0]) {
            *taken = true;
            if (mouse.dx != 0 || mouse.dy != 0) { // in the plane of the picture
                caper_vec3 o, d;
                view_ray(s, mouse.x, mouse.y, &o, &d);
                caper_vec3 forward =
                    caper_vec3_normalize(caper_vec3_sub(s->camera.target, s->camera.eye));
                float t =
                    caper_vec3_dot(caper_vec3_sub(world, o), forward) / caper_vec3_dot(d, forward);
                caper_vec3 to = caper_transform_unmul_point(caper_root_transform(m->home),
                                                            caper_vec3_add_scaled(o, d, t));
                to = caper_vec3_sub(to, center);
                studio_do(s, "target %s %.6g %.6g %.6g", action_quote(motion->targets[i].name),
                          (double)(to.x / half.x), (double)(to.y / half.y),
                          (double)(to.z / half.z));
            }
        }
    }
    if (!mouse.down[0]) {
        s->drag_target = 0;
    }
}

// --- the mouse -----------------------------------------------------------------------------------

// What a drag does to the camera: 1 orbit, 2 pan, 3 zoom, 0 nothing.
static int navigation(const studio *s, const ui_mouse *m)
{
    if (s->look.blender) {
        return !m->down[2] ? 0 : m->shift ? 2 : m->ctrl ? 3 : 1;
    }
    return !m->alt      ? (m->down[2]   ? 2
                           : m->down[1] ? 1
                                        : 0)
           : m->down[0] ? 1
           : m->down[2] ? 2
           : m->down[1] ? 3
                        : 0;
}

static void navigate(studio *s, const ui_mouse *m)
{
    int what = navigation(s, m);
    if (m->dx == 0 && m->dy == 0) {
        return;
    }
    if (what == 1) {
        studio_do(s, "orbit %g %g", (double)(-0.35f * m->dx), (double)(0.35f * m->dy));
    } else if (what == 2) {
        studio_do(s, "pan %g %g", (double)(m->dx / s->viewport.h), (double)(m->dy / s->viewport.h));
    } else if (what == 3) {
        studio_do(s, "zoom %g", (double)expf(0.008f * (m->dx - m->dy)));
    }
}

static void click(studio *s, const ui_mouse *m)
{
    int member, body;
    if (!view_pick(s, m->x, m->y, &member, &body)) {
        if (s->doc.state.body >= 0) {
            studio_do(s, "active %d", s->doc.state.member);
        }
        return;
    }
    const caper_character *c = state_character(&s->doc.state, member);
    studio_do(s, "active %d %s", member, action_quote(c->bodies[body].name));
    // the channel that moves it, if the one that is edited does not
    const stage_member *who = &s->stage.members[member];
    if (who->binding && who->binding->branch == s->doc.state.branch &&
        stage_strand(who, s->doc.state.channel, body) < 0) {
        const caper_variant *v = &who->binding->variants[who->variant];
        for (int i = 0; i < v->strand_count; i++) {
            if (v->strands[i].body == body && v->strands[i].goal >= 0) {
                studio_do(s, "channel %d", v->strands[i].channel);
                return;
            }
        }
    }
}

static void hint(const studio *s, ui_rect r)
{
    const doc_state *d = &s->doc.state;
    char text[256] = "";
    if (d->member >= 0 && d->member < s->stage.count && s->stage.members[d->member].problem[0]) {
        snprintf(text, sizeof text, "%s: %s", state_character(d, d->member)->name,
                 s->stage.members[d->member].problem);
    } else if (d->pending) {
        snprintf(text, sizeof text, "posed, not keyed: press %s to key", keys_text("key"));
    }
    if (text[0]) {
        float w = ui_write_width(text), y = r.y + r.h - 2 * ui_write_height();
        ui_fill((ui_rect){r.x + 8, y - 4, w + 16, ui_write_height() + 8}, 0xe0202328, 3);
        ui_write(r.x + 16, y, COLOR_ORANGE, text);
    }
}

void view_draw(studio *s, ui_rect rect)
{
    ui_canvas canvas = ui_canvas_begin("viewport", rect.w, rect.h);
    ui_rect r = canvas.rect;
    s->viewport = r;
    s->camera = studio_camera(&s->look);
    if (!s->framed) { // now that the size of the picture is known
        s->framed = true;
        studio_run(s, "frame", NULL);
        s->look_past_count = 0;
        s->camera = studio_camera(&s->look);
    }
    unsigned texture = draw_scene(s, (int)r.w, (int)r.h);
    if (texture) {
        ui_image(texture, r);
    }
    if (s->look.labels) {
        draw_labels(s);
    }
    ui_mouse m = ui_get_mouse();
    bool taken = draw_cube(s, r, canvas.hovered);
    draw_targets(s, canvas.hovered || canvas.held, &taken);
    bool busy = navigation(s, &m) != 0;
    taken = (!s->stage.driver && !taken && !busy && gizmo_draw(s, r, canvas.hovered)) || taken;
    taken = trails_draw(s, canvas.hovered && !taken && !busy && !m.alt) || taken;
    panel_overlays(s, r, canvas.hovered && !taken && !busy);
    if (canvas.held && busy) {
        navigate(s, &m);
    } else if (canvas.hovered && m.pressed[0] && !taken && !m.alt) {
        click(s, &m);
    }
    if (canvas.hovered && m.wheel != 0) {
        studio_do(s, "zoom %g", (double)expf(0.12f * caper_clamp(m.wheel, -8, 8)));
    }
    hint(s, r);
    ui_canvas_end();
}
