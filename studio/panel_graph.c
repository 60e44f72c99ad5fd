// SPDX-License-Identifier: MIT
// Graphs: draw a path on the ground with the mouse and watch it walked. A motion graph plans it for
// characters of its skeleton; all others follow it with their gait.
#include "live_panels.h"
#include "panel.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

typedef struct walk {
    caper_graph_player *player;
    caper_graph_source graph;
    caper_gait *gait;
    caper_source source;
    int next; // point of the path that a gait walks to
} walk;

static walk walks[DOC_MAX_CAST];
static caper_graph *graph;
static char path[512], note[200];
static caper_vec3 points[SETUP_POINTS]; // of the document, as they are walked
static int point_count;
static bool drawing;
static float froude = 0.2f;

// A plan along the path from the member's own place; false where the graph is of another skeleton.
static bool start_graph(stage *on_stage, int member, caper_error *error)
{
    stage_member *m = &on_stage->members[member];
    walk *w = &walks[member];
    caper_graph_plan_job job = caper_graph_plan_job_default();
    job.graph = graph;
    job.path = points;
    job.path_count = point_count;
    job.start = m->home;
    job.width = 8;
    bool good = caper_graph_plan(&job, error);
    caper_graph_player_def def = caper_graph_player_def_default();
    def.graph = graph;
    def.edges = job.edges;
    def.edge_count = job.edge_count;
    def.start = m->home;
    w->player = good && job.edge_count > 0 ? caper_graph_player_create(&def, error) : NULL;
    float off = job.mean_distance;
    caper_graph_plan_destroy(&job);
    w->graph = (caper_graph_source){.player = w->player};
    caper_play_def play = caper_play_def_default();
    play.kind = caper_graph_kind();
    play.self = &w->graph;
    play.fade_in = 0;
    w->source = w->player ? caper_actor_play(m->actor, &play, error) : 0;
    if (!w->source) { // of another skeleton
        caper_graph_player_destroy(w->player);
        w->player = NULL;
    } else {
        snprintf(note, sizeof note, "%s: %.2f m from the path on average",
                 asset_character(m->body)->name, (double)off);
    }
    return w->source != 0;
}

static bool start(void *self, stage *on_stage, int member, caper_error *error)
{
    (void)self;
    stage_member *m = &on_stage->members[member];
    walk *w = &walks[member];
    *w = (walk){0};
    if (graph && point_count > 1 && start_graph(on_stage, member, NULL)) {
        return true;
    }
    caper_gait_def def = caper_gait_def_default();
    def.character = asset_character(m->body);
    w->gait = caper_gait_create(&def, error);
    caper_play_def play = caper_play_def_default();
    play.gait = w->gait;
    play.fade_in = 0;
    w->source = w->gait ? caper_actor_play(m->actor, &play, error) : 0;
    return w->source != 0;
}

static void stop(void *self, stage *on_stage, int member)
{
    (void)self;
    caper_actor *actor = on_stage->members[member].actor;
    caper_actor_stop(actor, 0, 0);
    caper_actor_update(actor, 0, NULL);
    caper_graph_player_destroy(walks[member].player);
    caper_gait_destroy(walks[member].gait);
    walks[member] = (walk){0};
}

// A gait goes to the next point of the path, and stands at its end.
static void drive(void *self, stage *on_stage, float dt)
{
    (void)self;
    (void)dt;
    for (int i = 0; i < on_stage->count; i++) {
        walk *w = &walks[i];
        if (!w->gait || !w->source) {
            continue;
        }
        caper_root at = caper_actor_root(on_stage->members[i].actor);
        float reach = 0.5f * caper_gait_length(w->gait);
        caper_vec3 way = caper_vec3_zero();
        while (w->next < point_count) {
            way = caper_vec3_make(points[w->next].x - at.x, 0, points[w->next].z - at.z);
            if (caper_vec3_length(way) > reach) {
                break;
            }
            w->next++;
        }
        float speed = w->next < point_count ? caper_gait_speed(w->gait, froude) : 0;
        caper_vec3 along = caper_vec3_normalize_or(way, caper_vec3_make(0, 0, 1));
        caper_walk_command command = {caper_vec3_scale(along, speed), NAN};
        caper_actor_command(on_stage->members[i].actor, w->source, &command);
    }
}

static const stage_driver driver = {.name = "path", .update = drive, .start = start, .stop = stop};

const stage_driver *path_driver(void)
{
    return &driver;
}

// The path is the document's; those who walk another one begin anew.
static void update(studio *s, float dt)
{
    const live_setup *set = &s->doc.state.setup;
    bool same = point_count == set->path_count;
    (void)dt;
    froude = set->froude;
    for (int i = 0; same && i < point_count; i++) {
        same = points[i].x == set->path[i][0] && points[i].z == set->path[i][1];
    }
    if (same) {
        return;
    }
    point_count = set->path_count;
    for (int i = 0; i < point_count; i++) {
        points[i] = caper_vec3_make(set->path[i][0], 0, set->path[i][1]);
    }
    if (s->stage.driver == &driver) {
        stage_drive(&s->stage, NULL);
        stage_drive(&s->stage, &driver);
    }
}

static void load(studio *s)
{
    caper_error error = {0};
    caper_graph *made = caper_graph_load(path, NULL, &error);
    if (!made) {
        studio_say(s, true, "%s", error.message);
        return;
    }
    if (s->stage.driver == &driver) {
        stage_drive(&s->stage, NULL);
    }
    caper_graph_destroy(graph);
    graph = made;
    snprintf(note, sizeof note, "%d nodes, %d edges", graph->node_count, graph->edge_count);
}

static void draw(studio *s)
{
    bool on = s->stage.driver == &driver;
    float k = ui_scale();
    ui_text_wrap(COLOR_DIM, "Draw a path on the ground, and the cast walks it: by a motion graph "
                            "whoever has its skeleton, the others by their gait.");
    if (ui_toggle("Draw a path", drawing, 110 * k)) {
        drawing = !drawing;
    }
    ui_same_line();
    ui_text_color(COLOR_DIM, "%d points", point_count);
    ui_disable(point_count < 2);
    if (ui_toggle(on ? "Stop" : "Walk it", on, 110 * k)) {
        studio_do(s, "drive %s", on ? "none" : "path");
    }
    ui_enable();
    ui_width(150 * k);
    float speed = s->doc.state.setup.froude;
    if (ui_slide("speed (Froude)", &speed, 0.02f, 0.8f, "%.2f")) {
        studio_do(s, "gait_speed %.4g", (double)speed);
    }
    ui_separator();
    ui_width(150 * k);
    ui_field("##graph", "NAME.graph.json", path, sizeof path);
    ui_same_line();
    if (ui_button("Load graph", 0) && path[0]) {
        load(s);
    }
    ui_tip("caper graph build *.clip.json --out NAME.graph.json");
    ui_text_wrap(COLOR_DIM, note);
}

static void overlay(studio *s, ui_rect rect, bool hovered)
{
    ui_mouse m = ui_get_mouse();
    (void)rect;
    if (drawing && hovered && m.down[0] && !m.alt) {
        caper_vec3 o, d;
        view_ray(s, m.x, m.y, &o, &d);
        caper_vec3 at = d.y < -1e-3f ? caper_vec3_add_scaled(o, d, -o.y / d.y) : o;
        bool far = point_count == 0 || m.pressed[0] ||
                   caper_vec3_distance(at, points[point_count - 1]) > 0.02f * s->look.distance;
        if (d.y < -1e-3f && far && (m.pressed[0] || point_count < SETUP_POINTS)) {
            studio_do(s, "path_draw %d %.6g %.6g", m.pressed[0], (double)at.x, (double)at.z);
        }
    }
    float xy[2 * SETUP_POINTS];
    int count = 0;
    for (int i = 0; i < point_count; i++) {
        if (view_project(s, points[i], &xy[2 * count], &xy[2 * count + 1])) {
            count++;
        }
    }
    if (count > 1) {
        ui_path(xy, count, COLOR_YELLOW, 2.5f * ui_scale(), false);
        ui_disc(xy[0], xy[1], 5 * ui_scale(), COLOR_GREEN);
        ui_disc(xy[2 * count - 2], xy[2 * count - 1], 5 * ui_scale(), COLOR_RED);
    }
}

static void close(studio *s)
{
    (void)s;
    caper_graph_destroy(graph);
    graph = NULL;
}

const panel panel_graph = {.name = "Path",
                           .tip = "Draw a path and watch it walked, by a motion graph or a gait.",
                           .place = PANEL_RIGHT,
                           .draw = draw,
                           .update = update,
                           .overlay = overlay,
                           .close = close};
